import { useTranslation } from 'react-i18next'
import type { PhotoStatus } from '../../api/types'

/** useStatusWord returns the word for a status. */
export function useStatusWord(): (status: PhotoStatus) => string {
  const { t } = useTranslation()
  return (status) => ({ published: t('Published'), draft: t('Draft'), archived: t('Archived') })[status]
}
