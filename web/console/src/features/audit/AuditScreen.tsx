import { Button, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import type { Pagination } from '../../api/types'
import { useFormat } from '../../i18n/format'
import { Screen } from '../../shell/Screen'
import { Pager } from '../../ui/Pager'
import { ProblemNotice } from '../../ui/ProblemNotice'
import { Rows } from '../../ui/Rows'
import { AuditFilterBar } from './AuditFilterBar'
import { AuditRow } from './AuditRow'
import { auditQuery, depth } from './audit'

const route = getRouteApi('/audit')

/** AuditScreen is who changed what, the newest first. */
export function AuditScreen() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const filter = route.useSearch()
  const log = useQuery(auditQuery(filter))
  return (
    <Screen title={t('Audit log')}>
      <Stack gap="md">
        <AuditFilterBar filter={filter} />
        {log.error && <ProblemNotice problem={log.error} retry={() => log.refetch()} />}
        {log.data?.data.length === 0 && <Empty />}
        {log.data && log.data.data.length > 0 && (
          <Rows label={t('Audit log')}>
            {log.data.data.map((record) => (
              <AuditRow key={record.id} record={record} />
            ))}
          </Rows>
        )}
        <Pager
          pagination={log.data?.pagination}
          onPage={(page) => navigate({ to: '/audit', search: { ...filter, page } })}
        />
        <Deeper pagination={log.data?.pagination} />
      </Stack>
    </Screen>
  )
}

function Empty() {
  const { t } = useTranslation()
  return (
    <Stack py="xl" align="center" gap="xs">
      <Text>{t('Nothing of this kind is on record.')}</Text>
      <Text size="sm" c="dimmed" ta="center" maw={480}>
        {t('Every change that a person makes is kept here, and every sign-in, for as long as the server is told to.')}
      </Text>
      <Button variant="default" renderRoot={(props) => <Link to="/audit" search={{}} {...props} />}>
        {t('Show everything')}
      </Button>
    </Stack>
  )
}

/** Deeper says where the list ends though the log goes on. */
function Deeper({ pagination }: { pagination: Pagination | undefined }) {
  const { t } = useTranslation()
  const { number } = useFormat()
  if (!pagination || pagination.total < depth || pagination.has_next) return null
  return (
    <Text size="sm" c="dimmed" ta="center">
      {t('The list ends after {{n}} records. Choose days to see older ones.', { n: number(depth) })}
    </Text>
  )
}
