import { Paper, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Dashboard } from '../../api/types'
import { useFormat } from '../../i18n/format'
import classes from './Dashboard.module.css'
import { twiceQuery } from './dashboard'
import type { Days } from './period'
import { changeOf } from './series'

/** Figures is the numbers that one looks for first. */
export function Figures({ dashboard, days }: { dashboard: Dashboard; days: Days }) {
  const { t } = useTranslation()
  const { number } = useFormat()
  const { summary, recent } = dashboard
  return (
    <dl className={classes.quarters}>
      <Figure name={t('Photos')} value={summary.total_photos}>
        {t('{{count}} new', { count: recent.new_photos, n: number(recent.new_photos) })}
      </Figure>
      <Figure name={t('Views')} value={recent.new_views}>
        <Change days={days} views={recent.new_views} />
        {t('{{n}} in all', { n: number(summary.total_views) })}
      </Figure>
      <Figure name={t('Likes')} value={recent.new_likes}>
        {t('in {{count}} days', { count: days })}
      </Figure>
      <Figure name={t('Categories')} value={summary.total_categories}>
        {t('{{count}} tags', { count: summary.total_tags, n: number(summary.total_tags) })}
      </Figure>
    </dl>
  )
}

function Figure({ name, value, children }: { name: string; value: number; children: ReactNode }) {
  const { number } = useFormat()
  return (
    <Paper withBorder p="md" radius="md">
      <Text component="dt" size="sm" c="dimmed">
        {name}
      </Text>
      <dd className={classes.figure}>
        <span className={classes.value}>{number(value)}</span>
        <Text span size="sm" c="dimmed">
          {children}
        </Text>
      </dd>
    </Paper>
  )
}

/** Change compares the views with those of as many days before. */
function Change({ days, views }: { days: Days; views: number }) {
  const { t } = useTranslation()
  const { percent } = useFormat()
  const twice = useQuery(twiceQuery(days)).data
  const change = twice && changeOf(views, twice.total - views)
  if (change === undefined) return null
  const share = percent(Math.abs(change))
  const said = change < 0 ? t('{{share}} fewer than before', { share }) : t('{{share}} more than before', { share })
  return <span className={classes.line}>{said}</span>
}
