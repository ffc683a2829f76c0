import { useBlocker } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { Confirm } from './Confirm'

/** UnsavedGuard asks before another screen, or another page, takes the place of what is not saved. */
export function UnsavedGuard({ dirty }: { dirty: boolean }) {
  const { t } = useTranslation()
  const blocker = useBlocker({ shouldBlockFn: () => dirty, enableBeforeUnload: () => dirty, withResolver: true })
  return (
    <Confirm
      opened={blocker.status === 'blocked'}
      title={t('Leave without saving?')}
      question={t('What you changed here is not saved yet.')}
      action={t('Discard the changes')}
      onConfirm={() => blocker.proceed?.()}
      onClose={() => blocker.reset?.()}
    />
  )
}
