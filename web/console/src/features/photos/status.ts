import { useTranslation } from 'react-i18next'
import type { PhotoItem, PhotoStatus } from '../../api/types'

/** useStatusWord returns the word for a status. */
export function useStatusWord(): (status: PhotoStatus) => string {
  const { t } = useTranslation()
  return (status) => ({ published: t('Published'), draft: t('Draft'), archived: t('Archived') })[status]
}

/** What keeps a photo from being shown: its pictures are being made, could not be, were not asked for, or it has no file. */
export type Making = 'at work' | 'failed' | 'no pictures' | 'no file'

/** makingOf returns what is to be said of a photo's pictures; nothing if they are there. */
export function makingOf({ processing_status: state, formats }: PhotoItem): Making | undefined {
  if (state === undefined) return 'no file'
  if (state === 'failed') return 'failed'
  if (formats.thumb_small) return undefined
  return state === 'completed' ? 'no pictures' : 'at work'
}

export function useMakingWord(): (making: Making) => string {
  const { t } = useTranslation()
  return (making) =>
    ({ 'at work': t('In work'), failed: t('Failed'), 'no pictures': t('No pictures'), 'no file': t('No file') })[making]
}
