import { useTranslation } from 'react-i18next'
import { tell } from '../../ui/notices'
import { Versioned } from '../../ui/Versioned'
import { WebhookForm } from './WebhookForm'
import { readWebhook } from './webhooks'

/** EditWebhook changes where events are sent, and which. */
export function EditWebhook({ id, onClose }: { id: number; onClose: () => void }) {
  const { t } = useTranslation()
  const onSaved = () => {
    tell({ message: t('Saved') })
    onClose()
  }
  return (
    <Versioned title={t('Webhook')} queryKey={['webhooks', 'one', id]} read={() => readWebhook(id)} onClose={onClose}>
      {(webhook, etag) => <WebhookForm webhook={webhook} etag={etag} onSaved={onSaved} onClose={onClose} />}
    </Versioned>
  )
}
