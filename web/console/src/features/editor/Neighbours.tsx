import { Button, Group } from '@mantine/core'
import { useHotkeys } from '@mantine/hooks'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import type { Way } from './useNeighbours'

const route = getRouteApi('/photos/$id')

/** What has keys of its own: a dialog other than the large view, a menu, a list, the map. */
const keepsKeys = '[role=dialog]:not([data-large-view]), [role=menu], [role=listbox], [role=application]'

/** Neighbours leads to the photos beside this one in the list that it was opened from, also by arrows and by J and K. */
export function Neighbours({ way }: { way: Way }) {
  const { t } = useTranslation()
  const { place, ...filter } = route.useSearch()
  const unlessKept = (go: () => void) => (event: KeyboardEvent) => {
    const target = event.target as Element
    if (!target.closest?.(keepsKeys)) go()
  }
  useHotkeys([
    ['J', unlessKept(way.goNext)],
    ['ArrowRight', unlessKept(way.goNext)],
    ['K', unlessKept(way.goPrevious)],
    ['ArrowLeft', unlessKept(way.goPrevious)],
  ])
  return (
    <Group gap="xs">
      <Button
        component={Link}
        to="/"
        search={filter}
        state={{ from: place }}
        resetScroll={false}
        variant="subtle"
        size="xs"
      >
        {t('All photos')}
      </Button>
      <Button
        variant="default"
        size="xs"
        disabled={!way.previous}
        onClick={way.goPrevious}
        leftSection={<IconChevronLeft size={16} aria-hidden />}
      >
        {t('Previous')}
      </Button>
      <Button
        variant="default"
        size="xs"
        disabled={!way.next}
        onClick={way.goNext}
        rightSection={<IconChevronRight size={16} aria-hidden />}
      >
        {t('Next')}
      </Button>
    </Group>
  )
}
