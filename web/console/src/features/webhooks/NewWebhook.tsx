import { useState } from 'react'
import type { Webhook } from '../../api/types'
import { SecretDialog } from './SecretDialog'
import { WebhookForm } from './WebhookForm'

/** NewWebhook makes a webhook, and then shows its secret, which is seen this once. */
export function NewWebhook({ onClose }: { onClose: () => void }) {
  const [made, setMade] = useState<Webhook>()
  if (made) return <SecretDialog secret={made.secret ?? ''} onClose={onClose} />
  return <WebhookForm onSaved={setMade} onClose={onClose} />
}
