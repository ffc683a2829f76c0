import { useTranslation } from 'react-i18next'
import type { Delivery } from '../../api/types'

/** useWhy returns what says why a delivery failed: by the status of the answer, else in the words of the API. */
export function useWhy(): (delivery: Delivery) => string | undefined {
  const { t } = useTranslation()
  return ({ error, response_status: status }) =>
    error === `answered ${status}` ? t('answered {{status}}', { status }) : (error ?? undefined)
}
