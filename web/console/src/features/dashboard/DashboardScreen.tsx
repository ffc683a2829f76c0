import { SegmentedControl, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { Screen } from '../../shell/Screen'
import { ProblemNotice } from '../../ui/ProblemNotice'
import classes from './Dashboard.module.css'
import { dashboardQuery } from './dashboard'
import { Figures } from './Figures'
import { Gear } from './Gear'
import { HealthPanel } from './HealthPanel'
import { MostViewed } from './MostViewed'
import { type Days, daysOf, lookOf, periods } from './period'
import { Sorts } from './Sorts'
import { StoragePanel } from './StoragePanel'
import { TimeChart } from './TimeChart'
import { Waiting } from './Waiting'

const route = getRouteApi('/dashboard')

/** DashboardScreen is how the portfolio does: what there is, what came of it, and what waits for someone. */
export function DashboardScreen() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const days = daysOf(route.useSearch())
  const dashboard = useQuery(dashboardQuery(days))
  const choose = (chosen: Days) => navigate({ to: '/dashboard', search: lookOf(chosen), replace: true })
  const { data } = dashboard
  return (
    <Screen title={t('Dashboard')} actions={<PeriodChoice days={days} onChange={choose} />}>
      <Stack gap="md">
        {dashboard.error && <ProblemNotice problem={dashboard.error} retry={() => dashboard.refetch()} />}
        {data && (
          <>
            <Waiting dashboard={data} />
            <Figures dashboard={data} days={days} />
            <MostViewed photos={data.popular.photos} />
            <div className={classes.halves}>
              <TimeChart title={t('Views')} days={data.trends.views} shape="area" />
              <TimeChart title={t('Photos added')} days={data.trends.uploads} shape="columns" />
            </div>
            <div className={classes.quarters}>
              <Sorts popular={data.popular} />
              <Gear />
            </div>
            <div className={classes.halves}>
              <StoragePanel />
              <HealthPanel status={data.system_status} />
            </div>
          </>
        )}
      </Stack>
    </Screen>
  )
}

function PeriodChoice({ days, onChange }: { days: Days; onChange: (days: Days) => void }) {
  const { t } = useTranslation()
  const label = (n: Days) => (n === 365 ? t('1 year') : t('{{count}} days', { count: n }))
  return (
    <SegmentedControl
      size="xs"
      aria-label={t('Period')}
      data={periods.map((n) => ({ value: String(n), label: label(n) }))}
      value={String(days)}
      onChange={(value) => onChange(Number(value) as Days)}
    />
  )
}
