import { Anchor, Group, NativeSelect, Stack, Text } from '@mantine/core'
import { IconArrowLeft } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import type { Pick } from '../../api/types'
import { useFormat } from '../../i18n/format'
import { Screen } from '../../shell/Screen'
import { ProblemNotice } from '../../ui/ProblemNotice'
import { PickGrid } from './PickGrid'
import { PickLists } from './PickLists'
import { byPhoto, byVisitor, type Visitor } from './picks'
import { picksQuery, sharePhotosQuery, shareQuery } from './shares'

const route = getRouteApi('/shares/$id')

/** PicksScreen is what the visitors of a share link have marked. */
export function PicksScreen() {
  const { t } = useTranslation()
  const id = Number(route.useParams().id)
  const share = useQuery(shareQuery(id))
  const picks = useQuery(picksQuery(id))
  const title = share.data?.data.title
  const error = share.error ?? picks.error
  const named = useNamed()

  return (
    <Screen title={title ?? t('Picks')} own={title !== undefined}>
      <Stack gap="md">
        <Anchor component={Link} to="/shares" size="sm">
          <Group gap={4} component="span">
            <IconArrowLeft size={16} aria-hidden />
            {t('All share links')}
          </Group>
        </Anchor>
        {error && <ProblemNotice problem={error} retry={() => Promise.all([share.refetch(), picks.refetch()])} />}
        {picks.data?.total === 0 && (
          <Text py="xl" ta="center">
            {t('Nobody has marked a photo yet.')}
          </Text>
        )}
        {title !== undefined && picks.data && picks.data.total > 0 && (
          <Shown id={id} title={title} picks={picks.data.picks.map(named)} total={picks.data.total} />
        )}
      </Stack>
    </Screen>
  )
}

/** useNamed returns what names a visitor who left no name, which the API does in English. */
function useNamed(): (pick: Pick) => Pick {
  const { t } = useTranslation()
  return (pick) =>
    pick.picked_by === `Visitor ${pick.visitor_id}`
      ? { ...pick, picked_by: t('Visitor {{id}}', { id: pick.visitor_id }) }
      : pick
}

/** Shown is the picks of those visitors that the address names: each by themselves, all together, or one alone. */
function Shown({ id, title, picks, total }: { id: number; title: string; picks: Pick[]; total: number }) {
  const { t } = useTranslation()
  const { number } = useFormat()
  const { by } = route.useSearch()
  const photos = useQuery(sharePhotosQuery(id, true))
  const visitors = byVisitor(picks)
  const asked = typeof by === 'number' ? visitors.filter((visitor) => visitor.id === by) : visitors
  const shown = asked.flatMap((visitor) => visitor.picks)
  const gone = byPhoto(shown).filter(({ pick }) => !pick.in_share).length
  const groups =
    by === 'anyone'
      ? [{ id: by, name: t('Picked by anyone'), own: false, picked: byPhoto(picks) }]
      : asked.map(({ id, name, picks }) => ({ id, name, own: true, picked: byPhoto(picks) }))

  return (
    <>
      <Group justify="space-between" align="flex-end">
        <VisitorField visitors={visitors} picks={picks} />
        <PickLists id={id} title={title} picks={shown} />
      </Group>
      {total > picks.length && (
        <Text size="sm">
          {t('These are the first {{shown}} of {{total}} picks. The file has all.', {
            shown: number(picks.length),
            total: number(total),
          })}
        </Text>
      )}
      {gone > 0 && (
        <Text size="sm">
          {t('{{count}} of the photos are no longer in the link. What was picked is kept, in case they come back.', {
            count: gone,
            n: number(gone),
          })}
        </Text>
      )}
      {photos.error && <ProblemNotice problem={photos.error} retry={photos.refetch} />}
      <PickGrid groups={groups} photos={photos.data ?? []} />
    </>
  )
}

function VisitorField({ visitors, picks }: { visitors: Visitor[]; picks: Pick[] }) {
  const { t } = useTranslation()
  const { number } = useFormat()
  const navigate = useNavigate({ from: '/shares/$id' })
  const { by } = route.useSearch()
  const counted = (word: string, n: number) => `${word} (${number(n)})`
  return (
    <NativeSelect
      label={t('Picked by')}
      miw={220}
      value={by ?? ''}
      onChange={({ currentTarget: { value } }) =>
        navigate({ search: value === '' ? {} : { by: value === 'anyone' ? value : Number(value) }, replace: true })
      }
      data={[
        { value: '', label: t('Each visitor by themselves') },
        { value: 'anyone', label: counted(t('Picked by anyone'), byPhoto(picks).length) },
        ...visitors.map(({ id, name, picks }) => ({ value: String(id), label: counted(name, picks.length) })),
      ]}
    />
  )
}
