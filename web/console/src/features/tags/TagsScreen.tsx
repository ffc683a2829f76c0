import { Button, Flex, NativeSelect, Stack, Text } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Tag } from '../../api/types'
import { useFormat } from '../../i18n/format'
import { useMay } from '../../session/useProfile'
import { Screen } from '../../shell/Screen'
import { Pager } from '../../ui/Pager'
import { ProblemNotice } from '../../ui/ProblemNotice'
import { SearchField } from '../../ui/SearchField'
import { ChoiceBar } from '../photos/ChoiceBar'
import { soon } from '../photos/focusSoon'
import { Deletion } from './Deletion'
import { useGroupWord } from './groupWord'
import { groups, type TagList, type TagSort, tagsQuery, withoutGaps } from './list'
import { MergeDialog } from './MergeDialog'
import { EditTag, NewTag } from './TagForm'
import { TagTable } from './TagTable'
import { Trends } from './Trends'

/** What is being asked about tags. */
export type Asking = { what: 'new' } | { what: 'edit'; tag: Tag } | { what: 'merge' | 'delete'; tags: Tag[] }

/** TagsScreen is the words that photos carry: what they are called, how much they are used, and which are one. */
export function TagsScreen() {
  const { t } = useTranslation()
  const may = useMay()
  const list: TagList = useSearch({ from: '/tags' })
  const navigate = useNavigate({ from: '/tags' })
  const { data, error, refetch } = useQuery(tagsQuery(list))
  const [chosen, setChosen] = useState<ReadonlyMap<number, Tag>>(new Map())
  const [asking, setAsking] = useState<Asking>()
  const close = () => setAsking(undefined)
  const clear = () => setChosen(new Map())
  const table = useRef<HTMLDivElement>(null)
  /** forget goes on at the tag that took the place of the first that is gone. */
  const forget = (gone: Tag[]) => {
    const ids = gone.map(({ id }) => id)
    const place = data?.data.findIndex(({ id }) => ids.includes(id)) ?? 0
    setChosen((before) => new Map([...before].filter(([id]) => !ids.includes(id))))
    setTimeout(() => {
      const rows = table.current?.querySelectorAll('tbody tr')
      const row = rows?.[Math.min(Math.max(place, 0), rows.length - 1)]
      row?.querySelector<HTMLElement>('input, a, button')?.focus()
    }, soon)
  }
  const ask = (what: 'merge' | 'delete') => setAsking({ what, tags: [...chosen.values()] })
  const set = (change: Partial<TagList>, replace = false) =>
    navigate({ search: (old: TagList) => withoutGaps({ ...old, page: undefined, ...change }), replace })

  return (
    <Screen
      title={t('Tags')}
      actions={
        <Button size="sm" leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setAsking({ what: 'new' })}>
          {t('New tag')}
        </Button>
      }
    >
      <Stack gap="md" maw={1100}>
        <Flex role="search" aria-label={t('Tags')} wrap="wrap" gap="xs">
          <SearchField
            flex="1 1 200px"
            placeholder={t('Part of a name')}
            value={list.search}
            onChange={(search) => set({ search }, true)}
          />
          <GroupField list={list} counts={data?.groups} onChange={set} />
          <OrderField list={list} onChange={set} />
        </Flex>
        {error && <ProblemNotice problem={error} retry={refetch} />}
        {data?.data.length === 0 && <Nothing narrowed={Boolean(list.search || list.group)} />}
        {data && data.data.length > 0 && (
          <div ref={table}>
            <TagTable tags={data.data} chosen={chosen} onChoose={setChosen} onAsk={setAsking} />
          </div>
        )}
        <Pager pagination={data?.pagination} onPage={(page) => set({ page })} />
        <Trends />
      </Stack>
      {chosen.size > 0 && (
        <ChoiceBar
          label={t('Chosen tags')}
          count={chosen.size}
          actions={[
            ...(may('tag.update') ? [{ label: t('Merge…'), disabled: chosen.size < 2, run: () => ask('merge') }] : []),
            ...(may('tag.delete') ? [{ label: t('Delete…'), run: () => ask('delete') }] : []),
          ]}
          onClear={clear}
        />
      )}
      {asking?.what === 'new' && <NewTag onClose={close} />}
      {asking?.what === 'edit' && <EditTag tag={asking.tag} onClose={close} />}
      {asking?.what === 'merge' && <MergeDialog tags={asking.tags} onDone={forget} onClose={close} />}
      {asking?.what === 'delete' && <Deletion tags={asking.tags} onDone={forget} onClose={close} />}
    </Screen>
  )
}

function Nothing({ narrowed }: { narrowed: boolean }) {
  const { t } = useTranslation()
  return (
    <Text py="xl" ta="center">
      {narrowed ? t('No tag matches.') : t('No tags yet. They come with photos, or are made here.')}
    </Text>
  )
}

interface FieldProps {
  list: TagList
  onChange: (change: Partial<TagList>) => void
}

function GroupField({ list, counts, onChange }: FieldProps & { counts?: Record<string, { count: number }> }) {
  const { t } = useTranslation()
  const { number } = useFormat()
  const groupWord = useGroupWord()
  const counted = (word: string, n: number | undefined) => (n === undefined ? word : `${word} (${number(n)})`)
  const all = counts && groups.reduce((sum, group) => sum + (counts[group]?.count ?? 0), 0)
  return (
    <NativeSelect
      flex="1 1 140px"
      aria-label={t('Group')}
      data={[
        { value: '', label: counted(t('All groups'), all) },
        ...groups.map((group) => ({ value: group, label: counted(groupWord(group), counts?.[group]?.count) })),
      ]}
      value={list.group ?? ''}
      onChange={(event) => onChange({ group: groups.find((group) => group === event.currentTarget.value) })}
    />
  )
}

function OrderField({ list, onChange }: FieldProps) {
  const { t } = useTranslation()
  const words: Record<TagSort, string> = {
    usage_count: t('Most used first'),
    name: t('By name'),
    created_at: t('Newest first'),
    trend_score: t('By trend'),
  }
  return (
    <NativeSelect
      flex="1 1 140px"
      aria-label={t('Order')}
      data={Object.entries(words).map(([value, label]) => ({ value, label }))}
      value={list.sort_by ?? 'usage_count'}
      onChange={({ currentTarget: { value } }) =>
        onChange({ sort_by: value === 'usage_count' ? undefined : (value as TagSort) })
      }
    />
  )
}
