import { Button, Group, SimpleGrid, Skeleton, Stack } from '@mantine/core'
import { useHotkeys } from '@mantine/hooks'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { api, versioned } from '../../api/client'
import { Screen } from '../../shell/Screen'
import { ProblemNotice } from '../../ui/ProblemNotice'
import { Facts } from './Facts'
import { PhotoForm } from './PhotoForm'
import { Picture } from './Picture'
import { useNeighbours } from './useNeighbours'

const route = getRouteApi('/photos/$id')

export function photoQuery(id: number) {
  return queryOptions({
    queryKey: ['photo', id],
    queryFn: () => versioned(api.GET('/v1/photos/{id}', { params: { path: { id } } })),
  })
}

/** EditorScreen is one photo: its picture large, and all that is said about it. */
export function EditorScreen() {
  const { t } = useTranslation()
  const id = Number(route.useParams().id)
  const photo = useQuery(photoQuery(id))
  return (
    <Screen title={photo.data?.data.title ?? t('Photo')} own actions={<Neighbours />}>
      {photo.error && <ProblemNotice problem={photo.error} retry={photo.refetch} />}
      {photo.isPending && <Skeleton height={400} aria-label={t('Loading')} />}
      {photo.data && (
        <SimpleGrid cols={{ base: 1, md: 2 }} spacing="lg" style={{ alignItems: 'start' }}>
          <Stack gap="md">
            <Picture photo={photo.data.data} />
            <Facts photo={photo.data.data} />
          </Stack>
          <PhotoForm key={id} photo={photo.data.data} etag={photo.data.etag} />
        </SimpleGrid>
      )}
    </Screen>
  )
}

/** Neighbours leads to the photos beside this one in the list that it was opened from, also by the keys J and K. */
function Neighbours() {
  const { t } = useTranslation()
  const { place, ...filter } = route.useSearch()
  const { previous, next } = useNeighbours(filter, place)
  const navigate = route.useNavigate()
  const go = (there: typeof next) =>
    there && navigate({ to: '/photos/$id', params: { id: String(there.id) }, search: there.search })
  useHotkeys([
    ['J', () => go(next)],
    ['K', () => go(previous)],
  ])
  return (
    <Group gap="xs">
      <Button component={Link} to="/" search={filter} variant="subtle" size="xs">
        {t('All photos')}
      </Button>
      <Button
        variant="default"
        size="xs"
        disabled={!previous}
        onClick={() => go(previous)}
        leftSection={<IconChevronLeft size={16} aria-hidden />}
      >
        {t('Previous')}
      </Button>
      <Button
        variant="default"
        size="xs"
        disabled={!next}
        onClick={() => go(next)}
        rightSection={<IconChevronRight size={16} aria-hidden />}
      >
        {t('Next')}
      </Button>
    </Group>
  )
}
