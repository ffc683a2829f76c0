import { useBlocker } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { Confirm } from '../../ui/Confirm'

/** LeaveGuard asks before what was written and not saved is left behind. */
export function LeaveGuard({ dirty }: { dirty: boolean }) {
  const { t } = useTranslation()
  const blocker = useBlocker({ shouldBlockFn: () => dirty, enableBeforeUnload: () => dirty, withResolver: true })
  return (
    <Confirm
      opened={blocker.status === 'blocked'}
      title={t('Leave without saving?')}
      question={t('What you changed here is not saved yet.')}
      action={t('Leave')}
      onConfirm={() => blocker.proceed?.()}
      onClose={() => blocker.reset?.()}
    />
  )
}
