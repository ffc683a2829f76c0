import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { FailedDialog } from '../../ui/FailedDialog'
import { tell } from '../../ui/notices'
import { WebhookForm } from './WebhookForm'
import { updateWebhook, webhookQuery } from './webhooks'

/** EditWebhook changes where events are sent, and which. */
export function EditWebhook({ id, onClose }: { id: number; onClose: () => void }) {
  const { t } = useTranslation()
  const webhook = useQuery({ ...webhookQuery(id), refetchOnWindowFocus: false })
  if (webhook.error) return <FailedDialog title={t('Webhook')} problem={webhook.error} onClose={onClose} />
  if (!webhook.data || (webhook.isFetching && !webhook.isFetchedAfterMount)) return null
  const { data, etag } = webhook.data
  return (
    <WebhookForm
      key={etag}
      webhook={data}
      send={(draft, over) => updateWebhook(id, draft, over ? undefined : etag)}
      onSaved={() => {
        tell({ message: t('Saved') })
        onClose()
      }}
      onReload={() => webhook.refetch()}
      onClose={onClose}
    />
  )
}
