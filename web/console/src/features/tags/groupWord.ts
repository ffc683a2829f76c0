import { useTranslation } from 'react-i18next'
import type { TagGroup } from './list'

/** useGroupWord returns the word for a group of tags. */
export function useGroupWord(): (group: TagGroup) => string {
  const { t } = useTranslation()
  return (group) =>
    ({ subject: t('Subject'), style: t('Style'), technique: t('Technique'), location: t('Location') })[group]
}
