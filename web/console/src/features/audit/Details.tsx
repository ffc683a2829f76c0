import { Anchor, Group, Stack, Table, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import type { Audit } from '../../api/types'
import { Failure } from '../../ui/Failure'
import type { Failed } from '../../ui/reasons'
import classes from './Details.module.css'
import { FieldValue } from './FieldValue'
import { useFieldWord } from './fields'
import type { AuditFilter } from './filter'
import { type Change, changesOf } from './record'

/** Details is what a record holds besides: what was before and after, by which request, and the way to those like it. */
export function Details({ record }: { record: Audit }) {
  const changes = changesOf(record)
  return (
    <Stack gap="sm" pt="sm">
      {changes.length > 0 ? <Changes changes={changes} /> : <Said detail={record.detail} />}
      <Origin record={record} />
    </Stack>
  )
}

function Changes({ changes }: { changes: [string, Change][] }) {
  const { t } = useTranslation()
  const fieldWord = useFieldWord()
  return (
    <Table layout="fixed" className={classes.table}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{t('Field')}</Table.Th>
          <Table.Th>{t('Before')}</Table.Th>
          <Table.Th>{t('After')}</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {changes.map(([field, change]) => (
          <Table.Tr key={field}>
            <Table.Th scope="row">{fieldWord(field)}</Table.Th>
            {'to' in change || 'from' in change ? (
              <>
                <Table.Td>
                  <FieldValue field={field} value={change.from} />
                </Table.Td>
                <Table.Td>
                  <FieldValue field={field} value={change.to} />
                </Table.Td>
              </>
            ) : (
              <Table.Td colSpan={2}>{t('Changed. Long texts and secrets are not kept here.')}</Table.Td>
            )}
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  )
}

function Said({ detail }: Pick<Audit, 'detail'>) {
  const fieldWord = useFieldWord()
  const fields = Object.entries(detail).filter(([name, value]) => value !== '' && !/^error_/.test(name))
  if (fields.length === 0) return null
  return (
    <Table layout="fixed" className={classes.table}>
      <Table.Tbody>
        {fields.map(([field, value]) => (
          <Table.Tr key={field}>
            <Table.Th scope="row">{fieldWord(field)}</Table.Th>
            <Table.Td>
              {field === 'error' ? (
                <Failure of={detail as unknown as Failed} />
              ) : (
                <FieldValue field={field} value={value} />
              )}
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  )
}

function Origin({ record }: { record: Audit }) {
  const { t } = useTranslation()
  const { user_id, object_type, object_id, request_id, action } = record
  return (
    <Group gap="md">
      {object_id && <Only filter={{ object_type, object_id }}>{t('All about this thing')}</Only>}
      {user_id && <Only filter={{ user_id }}>{t('All that this user did')}</Only>}
      <Text size="sm" c="dimmed" className={classes.ids}>
        {t('Action')} <span translate="no">{action}</span>
        {request_id && (
          <>
            {' · '}
            {t('Request')} <span translate="no">{request_id}</span>
          </>
        )}
      </Text>
    </Group>
  )
}

function Only({ filter, children }: { filter: AuditFilter; children: string }) {
  return (
    <Anchor size="sm" underline="always" renderRoot={(props) => <Link to="/audit" search={filter} {...props} />}>
      {children}
    </Anchor>
  )
}
