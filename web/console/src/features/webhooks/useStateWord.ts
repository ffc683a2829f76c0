import { useTranslation } from 'react-i18next'
import type { DeliveryState } from './filter'

/** useStateWord returns what says how far a delivery has come. */
export function useStateWord(): (state: DeliveryState) => string {
  const { t } = useTranslation()
  return (state) =>
    ({ pending: t('Being sent'), waiting: t('Waiting'), delivered: t('Delivered'), dead: t('Failed') })[state]
}
