import { Alert, Button, Group, Table, Text } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'

/** What of a field is in the form, and what someone else has saved. */
export interface Difference {
  field: string
  mine: string
  theirs: string
}

interface Props {
  title: string
  differences: Difference[]
  /** Saves what is in the form over what the other has saved. */
  onKeepMine: () => void
  /** Puts what the other has saved into the form. */
  onTakeTheirs: () => void
}

/** Stale shows what someone else has saved meanwhile beside what is in the form, and lets one choose. */
export function Stale({ title, differences, onKeepMine, onTakeTheirs }: Props) {
  const { t } = useTranslation()
  const notice = useRef<HTMLDivElement>(null)
  useEffect(() => notice.current?.focus(), []) // it may be far from the button that was pressed
  return (
    <Alert ref={notice} tabIndex={-1} role="alert" color="yellow" title={title}>
      <Text size="sm">{t('Nothing is lost yet. These fields differ:')}</Text>
      <Table my="sm" captionSide="top">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t('Field')}</Table.Th>
            <Table.Th>{t('Yours')}</Table.Th>
            <Table.Th>{t('Theirs')}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {differences.map(({ field, mine, theirs }) => (
            <Table.Tr key={field}>
              <Table.Td>{field}</Table.Td>
              <Value>{mine}</Value>
              <Value>{theirs}</Value>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      <Group>
        <Button size="xs" onClick={onKeepMine}>
          {t('Save mine')}
        </Button>
        <Button size="xs" variant="default" onClick={onTakeTheirs}>
          {t('Take theirs')}
        </Button>
      </Group>
    </Alert>
  )
}

function Value({ children }: { children: string }) {
  return (
    <Table.Td translate="no" style={{ overflowWrap: 'anywhere' }}>
      {children || '–'}
    </Table.Td>
  )
}
