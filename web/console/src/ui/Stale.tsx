import { Alert, Button, Group, Table, Text } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import classes from './Stale.module.css'

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
      <Table my="sm" layout="fixed">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t('Yours')}</Table.Th>
            <Table.Th>{t('Theirs')}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        {differences.map(({ field, mine, theirs }) => (
          <Table.Tbody key={field}>
            <Table.Tr className={classes.field}>
              <Table.Th colSpan={2} scope="rowgroup">
                {field}
              </Table.Th>
            </Table.Tr>
            <Table.Tr className={classes.values}>
              <Value label={`${field}: ${t('Yours')}`}>{mine}</Value>
              <Value label={`${field}: ${t('Theirs')}`}>{theirs}</Value>
            </Table.Tr>
          </Table.Tbody>
        ))}
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

/** From how many characters on a text may be more than is shown of it at once. */
const long = 80

function Value({ label, children }: { label: string; children: string }) {
  const isLong = children.length > long || children.includes('\n')
  return (
    <Table.Td translate="no">
      <div
        dir="auto"
        className={classes.value}
        // By keys it is scrolled where it is long.
        {...(isLong && { tabIndex: 0, role: 'group', 'aria-label': label })}
      >
        {children || '–'}
      </div>
    </Table.Td>
  )
}
