import { Alert } from '@mantine/core'
import { onlineManager } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { useCountdown } from '../ui/useCountdown'
import { useWait } from './waiting'

/** Connection tells while the server cannot be asked, and what happens with what was done meanwhile. */
export function Connection() {
  const { t } = useTranslation()
  const online = useSyncExternalStore(
    (listener) => onlineManager.subscribe(listener),
    () => onlineManager.isOnline(),
  )
  const wait = useWait()
  const seconds = useCountdown(wait?.until ?? 0)

  if (!online) {
    return (
      <Alert
        role="status"
        color="yellow"
        mb="md"
        title={navigator.onLine ? t('The server cannot be reached.') : t('You are offline.')}
      >
        {t('What you see may be old. Changes are sent when the connection is back.')}
      </Alert>
    )
  }
  if (!wait || seconds === 0) return null
  return (
    <Alert
      role="status"
      color="yellow"
      mb="md"
      title={wait.problem.type === 'RATE_LIMIT_EXCEEDED' ? t('Too many requests.') : t('The server is busy.')}
    >
      <span aria-live="off">{t('It goes on by itself in {{seconds}} s.', { seconds })}</span>
    </Alert>
  )
}
