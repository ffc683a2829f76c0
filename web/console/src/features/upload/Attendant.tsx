// What of uploads is there on every screen: small, as it is loaded each time. The
// queue itself comes when there is one.
import { useQueryClient } from '@tanstack/react-query'
import { useLocation, useNavigate } from '@tanstack/react-router'
import { Suspense, useEffect, useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { arrived } from '../../api/reach'
import { allWords } from '../../i18n/words'
import { useMay } from '../../session/useProfile'
import { useSession } from '../../session/useSession'
import { part } from '../../ui/part'
import classes from './Attendant.module.css'
import { droppedFiles } from './browser/drop'
import { dragging } from './dragging'
import { underway } from './underway'

const UploadSign = part(async () => (await Promise.all([import('./UploadSign'), allWords()]))[0].UploadSign)

/** Attendant shows how far a queue is, and takes files that are dropped anywhere. */
export function Attendant() {
  const { t } = useTranslation()
  const userId = useSession()?.user.id ?? 0
  const may = useMay()('photo.create')
  const onScreen = useLocation().pathname === '/upload'
  const note = useSyncExternalStore(underway.subscribe, () => underway.note(userId))
  const over = useSyncExternalStore(dragging.subscribe, dragging.isOver)
  useDrop(userId, may)
  return (
    <>
      {may && note !== null && (
        <Suspense>
          <UploadSign onScreen={onScreen} />
        </Suspense>
      )}
      {over && !onScreen && <div className={classes.over}>{t('Drop to upload')}</div>}
    </>
  )
}

/** useDrop takes what is dropped on the page; from whom may not upload it takes nothing, and shows nothing else either. */
function useDrop(userId: number, may: boolean) {
  const client = useQueryClient()
  const navigate = useNavigate()
  useEffect(() => {
    const hasFiles = ({ dataTransfer }: DragEvent) => dataTransfer?.types.includes('Files')
    const drag = (event: DragEvent) => {
      if (!hasFiles(event) || !event.dataTransfer) return
      event.preventDefault()
      event.dataTransfer.dropEffect = may ? 'copy' : 'none'
      dragging.set(may)
    }
    const leave = (event: DragEvent) => !event.relatedTarget && dragging.set(false)
    const drop = async (event: DragEvent) => {
      if (!hasFiles(event) || !event.dataTransfer) return
      event.preventDefault()
      dragging.set(false)
      if (!may) return
      const found = droppedFiles(event.dataTransfer)
      navigate({ to: '/upload' })
      const { addDropped } = await arrived(() => import('./addDropped'))
      addDropped(userId, client, await found)
    }
    addEventListener('dragover', drag)
    addEventListener('dragleave', leave)
    addEventListener('drop', drop)
    return () => {
      removeEventListener('dragover', drag)
      removeEventListener('dragleave', leave)
      removeEventListener('drop', drop)
    }
  }, [userId, may, client, navigate])
}
