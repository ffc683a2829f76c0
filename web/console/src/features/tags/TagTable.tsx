import { ActionIcon, Anchor, Badge, Checkbox, Group, Menu, Paper, Table, Text, VisuallyHidden } from '@mantine/core'
import { IconDots } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import type { Tag } from '../../api/types'
import { useFormat } from '../../i18n/format'
import { useMay } from '../../session/useProfile'
import { useGroupWord } from './groupWord'
import type { Asking } from './TagsScreen'
import classes from './TagTable.module.css'

interface Props {
  tags: Tag[]
  chosen: ReadonlyMap<number, Tag>
  onChoose: (chosen: ReadonlyMap<number, Tag>) => void
  onAsk: (asking: Asking) => void
}

/** TagTable lists tags. Who may merge or delete them can choose several; on a phone the first columns are all. */
export function TagTable({ tags, chosen, onChoose, onAsk }: Props) {
  const { t } = useTranslation()
  const may = useMay()
  const choosable = may('tag.update') || may('tag.delete')
  const here = tags.filter(({ id }) => chosen.has(id)).length
  const choose = (some: Tag[], on: boolean) => {
    const next = new Map(chosen)
    for (const tag of some) on ? next.set(tag.id, tag) : next.delete(tag.id)
    onChoose(next)
  }
  return (
    <Paper withBorder radius="md">
      <Table verticalSpacing={4} horizontalSpacing="sm" highlightOnHover aria-label={t('Tags')}>
        <Table.Thead>
          <Table.Tr>
            {choosable && (
              <Table.Th className={classes.mark}>
                <Checkbox
                  aria-label={t('All on this page')}
                  checked={here === tags.length}
                  indeterminate={here > 0 && here < tags.length}
                  onChange={(event) => choose(tags, event.currentTarget.checked)}
                />
              </Table.Th>
            )}
            <Table.Th>{t('Name')}</Table.Th>
            <Table.Th visibleFrom="sm">{t('Group')}</Table.Th>
            <Table.Th className={classes.number}>{t('Photos')}</Table.Th>
            <Table.Th visibleFrom="sm" className={classes.number}>
              {t('Trend')}
            </Table.Th>
            <Table.Th visibleFrom="md">{t('Last used')}</Table.Th>
            {choosable && (
              <Table.Th className={classes.menu}>
                <VisuallyHidden>{t('Actions')}</VisuallyHidden>
              </Table.Th>
            )}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {tags.map((tag) => (
            <Table.Tr key={tag.id} data-chosen={chosen.has(tag.id) || undefined}>
              {choosable && (
                <Table.Td>
                  <Checkbox
                    aria-label={t('Choose {{name}}', { name: tag.name })}
                    checked={chosen.has(tag.id)}
                    onChange={(event) => choose([tag], event.currentTarget.checked)}
                  />
                </Table.Td>
              )}
              <Cells tag={tag} />
              {choosable && (
                <Table.Td>
                  <TagMenu tag={tag} onAsk={onAsk} />
                </Table.Td>
              )}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Paper>
  )
}

function Cells({ tag }: { tag: Tag }) {
  const { t } = useTranslation()
  const { number, date } = useFormat()
  const groupWord = useGroupWord()
  return (
    <>
      <Table.Td className={classes.name}>
        <Group gap={8} wrap="nowrap">
          <span className={classes.dot} style={{ background: tag.color }} aria-hidden />
          <Text size="sm" fw={500} translate="no" className={classes.name}>
            {tag.name}
          </Text>
          {!tag.is_active && <Badge variant="default">{t('Hidden')}</Badge>}
          {tag.is_featured && <Badge variant="light">{t('Featured')}</Badge>}
        </Group>
      </Table.Td>
      <Table.Td visibleFrom="sm">{groupWord(tag.tag_group)}</Table.Td>
      <Table.Td className={classes.number}>
        <Anchor
          size="sm"
          aria-label={t('Photos with {{name}}: {{n}}', { name: tag.name, n: number(tag.usage_count) })}
          renderRoot={(props) => <Link {...props} to="/" search={{ tag: tag.name }} />}
        >
          {number(tag.usage_count)}
        </Anchor>
      </Table.Td>
      <Table.Td visibleFrom="sm" className={classes.number}>
        {number(Math.round(tag.trend_score * 10) / 10)}
      </Table.Td>
      <Table.Td visibleFrom="md">{tag.last_used_at ? date(tag.last_used_at) : t('never')}</Table.Td>
    </>
  )
}

function TagMenu({ tag, onAsk }: { tag: Tag; onAsk: Props['onAsk'] }) {
  const { t } = useTranslation()
  const may = useMay()
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon
          variant="subtle"
          color="gray"
          c="inherit"
          size="lg"
          aria-label={t('What to do with {{name}}', { name: tag.name })}
        >
          <IconDots size={18} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {may('tag.update') && (
          <>
            <Menu.Item onClick={() => onAsk({ what: 'edit', tag })}>{t('Edit…')}</Menu.Item>
            <Menu.Item onClick={() => onAsk({ what: 'merge', tags: [tag] })}>{t('Merge into another…')}</Menu.Item>
          </>
        )}
        {may('tag.delete') && (
          <Menu.Item onClick={() => onAsk({ what: 'delete', tags: [tag] })}>{t('Delete…')}</Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  )
}
