import { useTranslation } from 'react-i18next'
import type { ReprocessBody } from './useFile'

export type FormatName = NonNullable<ReprocessBody['formats']>[number]

/** The derived pictures, small ones first. */
export const formatNames: readonly FormatName[] = [
  'thumb_small',
  'thumb_medium',
  'thumb_large',
  'display',
  'webp',
  'jpg',
  'avif',
]

/** useFormatWord returns what a derived picture is called. */
export function useFormatWord(): (name: FormatName) => string {
  const { t } = useTranslation()
  return (name) =>
    ({
      thumb_small: t('Small preview'),
      thumb_medium: t('Medium preview'),
      thumb_large: t('Large preview'),
      display: t('For screens, JPEG'),
      webp: t('For screens, WebP'),
      jpg: t('Largest, JPEG'),
      avif: t('For screens, AVIF'),
    })[name]
}
