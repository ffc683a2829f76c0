import { Alert } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { Delivery } from '../../api/types'
import { useFormat } from '../../i18n/format'
import { Failure } from '../../ui/Failure'

/** Outcome tells what became of what was just sent by hand. */
export function Outcome({ delivery, onClose }: { delivery: Delivery; onClose: () => void }) {
  const { t } = useTranslation()
  const { title, failed, color } = useSayOutcome(delivery)
  return (
    <Alert role="status" color={color} title={title} withCloseButton onClose={onClose} closeButtonLabel={t('Close')}>
      {failed && delivery.error && <Failure of={delivery} />}
    </Alert>
  )
}

function useSayOutcome(delivery: Delivery) {
  const { status, response_status, duration_ms } = delivery
  const { t } = useTranslation()
  const { number } = useFormat()
  switch (status) {
    case 'pending':
      return { color: 'lake', title: t('It is being sent…'), failed: false }
    case 'delivered':
      return {
        color: 'lake',
        title: t('The receiver accepted it: {{status}} after {{ms}} ms', {
          status: response_status,
          ms: number(duration_ms ?? 0),
        }),
        failed: false,
      }
    case 'waiting':
      return { color: 'yellow', title: t('It failed, and is tried again.'), failed: true }
    case 'dead':
      return { color: 'red', title: t('It failed.'), failed: true }
  }
}
