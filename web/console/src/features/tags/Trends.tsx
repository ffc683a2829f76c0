import { Flex, NativeSelect, Table, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../i18n/format'
import { Panel } from '../../ui/Panel'
import { ProblemNotice } from '../../ui/ProblemNotice'
import { trendsQuery } from './list'
import classes from './Trends.module.css'

const periods = [7, 30, 90, 365] as const

/** Trends is the tags that photos got lately: a table whose numbers are also bars. */
export function Trends() {
  const { t } = useTranslation()
  const { number } = useFormat()
  const [days, setDays] = useState<number>(30)
  const { data, error, refetch } = useQuery(trendsQuery(days))
  const most = Math.max(1, ...(data ?? []).map((tag) => tag.period_usage))
  return (
    <Panel title={t('Trends')}>
      <Flex justify="space-between" align="center" gap="sm" wrap="wrap" mb="sm">
        <Text size="sm" c="dimmed">
          {t('Tags that photos got in this time. The trend counts each for half after seven days.')}
        </Text>
        <NativeSelect
          aria-label={t('Time')}
          data={periods.map((n) => ({ value: String(n), label: t('The last {{count}} days', { count: n }) }))}
          value={days}
          onChange={(event) => setDays(Number(event.currentTarget.value))}
        />
      </Flex>
      {error && <ProblemNotice problem={error} retry={refetch} />}
      {data?.length === 0 && <Text size="sm">{t('No photo got a tag in this time.')}</Text>}
      {data && data.length > 0 && (
        <Table verticalSpacing={4} aria-label={t('Trends')}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{t('Tag')}</Table.Th>
              <Table.Th className={classes.bars}>{t('Photos in this time')}</Table.Th>
              <Table.Th className={classes.number}>{t('Trend')}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {data.map((tag) => (
              <Table.Tr key={tag.id}>
                <Table.Td className={classes.name} translate="no">
                  {tag.name}
                </Table.Td>
                <Table.Td>
                  <div className={classes.bar}>
                    <span className={classes.length} style={{ width: `${(tag.period_usage / most) * 100}%` }} />
                    {number(tag.period_usage)}
                  </div>
                </Table.Td>
                <Table.Td className={classes.number}>{number(Math.round(tag.trend_score * 10) / 10)}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      )}
    </Panel>
  )
}
