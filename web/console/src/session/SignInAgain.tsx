import { Button, Stack, Text, Title } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useNotify } from '../ui/problem'
import classes from './SignInAgain.module.css'
import { SignInForm } from './SignInForm'
import { session } from './session'

/** SignInAgain covers the screen of a user whose session was ended elsewhere, and gives it back as it was. */
export function SignInAgain({ username }: { username: string }) {
  const { t } = useTranslation()
  const notify = useNotify()
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    const before = document.activeElement
    if (dialog.current) open(dialog.current)
    return () => {
      if (before instanceof HTMLElement) before.focus()
    }
  }, [])

  return (
    <dialog
      ref={dialog}
      className={classes.dialog}
      aria-labelledby="sign-in-again"
      onCancel={(event) => event.preventDefault()}
      onClose={(event) => open(event.currentTarget)} // browsers let no page refuse a second Escape
    >
      <Stack>
        <Title order={2} id="sign-in-again">
          {t('Sign in again')}
        </Title>
        <Text size="sm">
          {t('Your session has ended. The screen is kept as it was, with all that you have typed.')}
        </Text>
        <SignInForm username={username} />
        <Button variant="subtle" onClick={() => session.signOut().catch(notify)}>
          {t('Sign out and lose what is not saved')}
        </Button>
      </Stack>
    </dialog>
  )
}

function open(dialog: HTMLDialogElement) {
  dialog.showModal()
  dialog.querySelector<HTMLElement>('input[name=password]')?.focus()
}
