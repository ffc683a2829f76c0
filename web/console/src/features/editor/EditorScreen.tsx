import { Skeleton, Stack } from '@mantine/core'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { Suspense, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api, versioned } from '../../api/client'
import { Screen } from '../../shell/Screen'
import { ProblemNotice } from '../../ui/ProblemNotice'
import { part } from '../../ui/part'
import classes from './EditorScreen.module.css'
import { Facts } from './Facts'
import { FilePanel } from './FilePanel'
import { Neighbours } from './Neighbours'
import { NowShown } from './NowShown'
import { PhotoActions } from './PhotoActions'
import { PhotoForm } from './PhotoForm'
import { Picture } from './Picture'
import { useNeighbours } from './useNeighbours'

const LargeView = part(async () => (await import('./LargeView')).LargeView)
const route = getRouteApi('/photos/$id')

export function photoQuery(id: number) {
  return queryOptions({
    queryKey: ['photo', id],
    queryFn: () => versioned(api.GET('/v1/photos/{id}', { params: { path: { id } } })),
  })
}

/** EditorScreen is one photo: its picture large, its file, and all that is said about it. */
export function EditorScreen() {
  const { t } = useTranslation()
  const id = Number(route.useParams().id)
  const photo = useQuery(photoQuery(id))
  const way = useNeighbours()
  const enlarge = useRef<HTMLButtonElement>(null)
  const [isLarge, setLarge] = useState(false)
  const shrink = () => {
    setLarge(false)
    setTimeout(() => enlarge.current?.focus())
  }
  return (
    <Screen title={photo.data?.data.title ?? t('Photo')} own actions={<Neighbours way={way} />}>
      <NowShown title={isLarge ? undefined : photo.data?.data.title} way={way} />
      {photo.error && <ProblemNotice problem={photo.error} retry={photo.refetch} />}
      {photo.isPending && <Skeleton height={400} aria-label={t('Loading')} />}
      {photo.data && (
        <div className={classes.columns}>
          <Stack gap="md" className={classes.picture}>
            <Picture photo={photo.data.data} ref={enlarge} onEnlarge={() => setLarge(true)} />
            <PhotoActions photo={photo.data.data} way={way} />
          </Stack>
          <div className={classes.form}>
            <PhotoForm key={id} latest={photo.data} />
          </div>
          <Stack gap="md" className={classes.file}>
            <FilePanel key={id} photo={photo.data.data} />
            <Facts photo={photo.data.data} />
          </Stack>
        </div>
      )}
      {isLarge && (
        <Suspense>
          <LargeView photo={photo.data?.data} way={way} onClose={shrink} />
        </Suspense>
      )}
    </Screen>
  )
}
