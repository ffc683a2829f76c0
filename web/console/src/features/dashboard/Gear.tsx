import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { gearQuery } from './dashboard'
import { Ranking } from './Ranking'

/** How many cameras and lenses are named. */
const named = 5

/** Gear is the cameras and lenses that most photos were taken with. */
export function Gear() {
  const { t } = useTranslation()
  return (
    <>
      <Ranking title={t('Cameras')} heads={[t('Camera'), t('Photos')]} ranks={useRanks('camera')} />
      <Ranking title={t('Lenses')} heads={[t('Lens'), t('Photos')]} ranks={useRanks('lens')} />
    </>
  )
}

function useRanks(kind: 'camera' | 'lens') {
  const items = useQuery(gearQuery(kind)).data ?? []
  return items.slice(0, named).map(({ key, count }) => ({ name: key, count }))
}
