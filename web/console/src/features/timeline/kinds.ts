import { useTranslation } from 'react-i18next'
import type { TimelineEvent } from '../../api/types'

export type Kind = TimelineEvent['type']

export const kinds: readonly Kind[] = [
  'milestone',
  'achievement',
  'exhibition',
  'publication',
  'award',
  'travel',
  'other',
]

/** useKindWord returns the word for a kind of event. */
export function useKindWord(): (kind: Kind) => string {
  const { t } = useTranslation()
  return (kind) =>
    ({
      milestone: t('Milestone'),
      achievement: t('Achievement'),
      exhibition: t('Exhibition'),
      publication: t('Publication'),
      award: t('Award'),
      travel: t('Travel'),
      other: t('Other'),
    })[kind]
}
