import { Alert, Button, Group, Table, Text } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { changed, type Draft, type Field, type Note } from './draft'

interface Props {
  mine: Draft
  theirs: Draft
  onKeepMine: () => void
  onTakeTheirs: () => void
}

/** Conflict shows what someone else has saved meanwhile beside what is in the form, and lets one choose. */
export function Conflict({ mine, theirs, onKeepMine, onTakeTheirs }: Props) {
  const { t } = useTranslation()
  const fieldWord = useFieldWord()
  const notice = useRef<HTMLDivElement>(null)
  useEffect(() => notice.current?.focus(), []) // it may be far from the button that was pressed
  return (
    <Alert
      ref={notice}
      tabIndex={-1}
      role="alert"
      color="yellow"
      title={t('Someone else has changed this photo meanwhile.')}
    >
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
          {changed(theirs, mine).map((field) => (
            <Table.Tr key={field}>
              <Table.Td>{fieldWord(field)}</Table.Td>
              <Table.Td>{written(mine[field])}</Table.Td>
              <Table.Td>{written(theirs[field])}</Table.Td>
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

function useFieldWord(): (field: Field) => string {
  const { t } = useTranslation()
  return (field) =>
    ({
      title: t('Title'),
      description: t('Description'),
      slug: t('Address on the site'),
      status: t('Status'),
      taken_at: t('Taken'),
      tags: t('Tags'),
      categories: t('Categories'),
      location: t('Place'),
      metadata: t('Notes'),
    })[field]
}

function written(value: Draft[Field]): string {
  if (typeof value === 'string') return value || '–'
  return Object.values(value).flatMap(inWords).filter(Boolean).join(', ') || '–'
}

function inWords(part: string | Note[]): string | string[] {
  return typeof part === 'string' ? part : part.map(({ name, value }) => `${name}: ${value}`)
}
