import { List, Radio, Stack, Text } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { answer, api } from '../../api/client'
import type { Tag } from '../../api/types'
import { useFormat } from '../../i18n/format'
import { FormDialog } from '../../ui/FormDialog'
import { tell } from '../../ui/notices'
import { SearchField } from '../../ui/SearchField'
import { inTurn } from '../photos/inTurn'
import { tagSuggestionsQuery } from '../photos/vocabulary'
import { untilGone } from './gone'

type Candidate = Pick<Tag, 'id' | 'name' | 'usage_count'>

interface Props {
  tags: Tag[]
  /** Is told which are gone. */
  onDone: (gone: Tag[]) => void
  onClose: () => void
}

/** MergeDialog makes one of several tags: one stays, and the photos of the others get it in their place. */
export function MergeDialog({ tags, onDone, onClose }: Props) {
  const { t } = useTranslation()
  const { number } = useFormat()
  const byUse = [...tags].sort((a, b) => b.usage_count - a.usage_count)
  const [search, setSearch] = useState<string>()
  const found = useQuery(tagSuggestionsQuery(search ?? '')).data ?? []
  const offered: Candidate[] = tags.length > 1 ? byUse : found.filter(({ id }) => id !== tags[0]?.id)
  const [chosen, setChosen] = useState<Candidate | undefined>(tags.length > 1 ? byUse[0] : undefined)
  const staying = offered.find(({ id }) => id === chosen?.id)
  const { merge, busy, problem, going, merged } = useMerge(tags, staying, (gone) => {
    onClose()
    onDone(gone)
  })
  const close = () => {
    onClose()
    if (merged.length > 0) onDone([...merged])
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (staying) merge()
  }
  return (
    <FormDialog
      title={tags.length > 1 ? t('Merge {{count}} tags', { count: tags.length }) : t('Merge “{{name}}”', tags[0])}
      action={t('Merge')}
      dirty={false}
      disabled={!staying}
      busy={busy}
      problem={problem}
      onSubmit={submit}
      onClose={close}
    >
      {tags.length === 1 && (
        <SearchField
          label={t('Into which tag?')}
          aria-label={t('Into which tag?')}
          data-autofocus
          value={search}
          onChange={setSearch}
        />
      )}
      {offered.length > 0 && (
        <Radio.Group
          label={t('This one stays')}
          value={staying ? String(staying.id) : ''}
          onChange={(id) => setChosen(offered.find((tag) => String(tag.id) === id))}
        >
          <Stack gap={4} mt="xs">
            {offered.map((tag) => (
              <Radio
                key={tag.id}
                disabled={merged.length > 0}
                value={String(tag.id)}
                label={t('{{name}} ({{count}} photos)', {
                  name: tag.name,
                  count: tag.usage_count,
                  n: number(tag.usage_count),
                })}
              />
            ))}
          </Stack>
        </Radio.Group>
      )}
      {staying && <Consequences going={going} staying={staying} />}
      {merged.length > 0 && (
        <Text size="sm" fw={600} role="status">
          {t('{{done}} of {{of}} done', { done: number(merged.length), of: number(merged.length + going.length) })}
        </Text>
      )}
    </FormDialog>
  )
}

function Consequences({ going, staying }: { going: Tag[]; staying: Candidate }) {
  const { t } = useTranslation()
  const { number } = useFormat()
  return (
    <div role="status">
      <Text size="sm" fw={600}>
        {t('What will happen')}
      </Text>
      <List size="sm" mt={4}>
        {going.map(({ id, name, usage_count: count }) => (
          <List.Item key={id}>
            {t('{{count}} photos with “{{name}}” get “{{into}}”.', {
              count,
              n: number(count),
              name,
              into: staying.name,
            })}
          </List.Item>
        ))}
        <List.Item>{t('{{count}} tags are deleted. This cannot be undone.', { count: going.length })}</List.Item>
      </List>
    </div>
  )
}

/**
 * useMerge returns what merges tags into one, one after the other, which are merged already, and why it did not go on:
 * another press does.
 */
function useMerge(tags: Tag[], staying: Candidate | undefined, onDone: (gone: Tag[]) => void) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const [merged, setMerged] = useState<readonly Tag[]>([])
  const going = tags.filter((tag) => tag.id !== staying?.id && !merged.includes(tag))
  const merge = useMutation({
    mutationFn: async (into: Candidate) => {
      const { left, problem } = await inTurn(going, async (tag) => {
        const merging = api.POST('/v1/tags/{id}/merge', { params: { path: { id: tag.id } }, body: { into: into.id } })
        await untilGone(answer(merging))
        setMerged((already) => [...already, tag])
      })
      await client.invalidateQueries()
      if (left.length > 0) throw problem
    },
    onSuccess: (_, { name }) => {
      const gone = tags.filter(({ id }) => id !== staying?.id)
      tell({ message: t('{{count}} tags merged into “{{name}}”', { count: gone.length, name }) })
      onDone(gone)
    },
  })
  return {
    merge: () => staying && merge.mutate(staying),
    busy: merge.isPending,
    problem: merge.error ?? undefined,
    going,
    merged,
  }
}
