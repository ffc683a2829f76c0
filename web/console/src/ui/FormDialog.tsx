import { Button, Group, Modal, Stack } from '@mantine/core'
import { type FormEvent, type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Confirm } from './Confirm'
import { ProblemNotice } from './ProblemNotice'
import { UnsavedGuard } from './UnsavedGuard'
import { useFocusBack } from './useFocusBack'

interface Props {
  title: string
  /** What the button says: the very thing that it does. */
  action: string
  children: ReactNode
  problem?: Error
  busy: boolean
  disabled?: boolean
  /** Whether something was typed that closing would lose. */
  dirty: boolean
  onSubmit: (event: FormEvent<HTMLFormElement>) => void
  onClose: () => void
}

/** FormDialog is a form above the screen. What was typed is not lost without asking, nor by a press beside it. */
export function FormDialog({ title, action, children, problem, busy, disabled, dirty, onSubmit, onClose }: Props) {
  const { t } = useTranslation()
  const [leaving, setLeaving] = useState(false)
  useFocusBack()
  const leave = () => (dirty ? setLeaving(true) : onClose())
  return (
    <>
      <Modal
        opened
        size="lg"
        onClose={leave}
        title={title}
        closeOnClickOutside={!dirty}
        closeOnEscape={!leaving}
        closeButtonProps={{ 'aria-label': t('Close') }}
      >
        <form onSubmit={onSubmit} noValidate>
          <Stack gap="sm">
            {children}
            {problem && <ProblemNotice problem={problem} />}
            <Group justify="flex-end" mt="xs">
              <Button variant="default" onClick={leave}>
                {t('Cancel')}
              </Button>
              <Button type="submit" loading={busy} disabled={disabled}>
                {action}
              </Button>
            </Group>
          </Stack>
        </form>
      </Modal>
      {leaving && (
        <Confirm
          opened
          title={t('Leave without saving?')}
          question={t('What you changed here is not saved yet.')}
          action={t('Discard the changes')}
          onConfirm={onClose}
          onClose={() => setLeaving(false)}
        />
      )}
      <UnsavedGuard dirty={dirty} />
    </>
  )
}
