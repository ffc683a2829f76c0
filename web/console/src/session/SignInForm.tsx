import { Alert, Button, PasswordInput, Stack, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Problem } from '../api/problem'
import { ProblemNotice } from '../ui/ProblemNotice'
import { useCountdown } from '../ui/useCountdown'
import { session } from './session'

interface Props {
  /** Who has to sign in again; without it, whoever wants to. */
  username?: string
}

/** SignInForm takes a name and a password. */
export function SignInForm({ username: known }: Props) {
  const { t } = useTranslation()
  const [missing, setMissing] = useState<Record<string, string>>({})
  const [problem, setProblem] = useState<Error>()
  const [busy, setBusy] = useState(false)
  const [blockedUntil, setBlockedUntil] = useState(0)
  const wait = useCountdown(blockedUntil)

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const fields = new FormData(event.currentTarget)
    const username = String(fields.get('username'))
    const password = String(fields.get('password'))
    const required = t('This is required.')
    setMissing({ ...(!username && { username: required }), ...(!password && { password: required }) })
    if (!username || !password) return
    setBusy(true)
    setProblem(undefined)
    try {
      await session.signIn(username, password)
    } catch (e) {
      if (e instanceof Problem && e.isRefusedForNow) setBlockedUntil(Date.now() + Math.max(1, e.retryAfter) * 1000)
      else setProblem(e as Error)
    }
    setBusy(false)
  }

  return (
    <form onSubmit={submit} noValidate>
      <Stack>
        <TextInput
          label={t('Username')}
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          autoFocus={!known}
          defaultValue={known}
          readOnly={!!known}
          name="username"
          error={missing.username}
        />
        <PasswordInput
          label={t('Password')}
          autoComplete="current-password"
          autoFocus={!!known}
          visibilityToggleButtonProps={{ 'aria-label': t('Show what is typed'), tabIndex: 0 }}
          name="password"
          error={missing.password}
        />
        {wait > 0 && (
          <Alert role="status" color="yellow" title={t('Too many requests.')}>
            {t('Try again in {{seconds}} s.', { seconds: wait })}
          </Alert>
        )}
        {problem && wait === 0 && <SignInProblem problem={problem} />}
        <Button type="submit" loading={busy} disabled={wait > 0}>
          {t('Sign in')}
        </Button>
      </Stack>
    </form>
  )
}

function SignInProblem({ problem }: { problem: Error }) {
  const { t } = useTranslation()
  if (!(problem instanceof Problem) || problem.status !== 401) return <ProblemNotice problem={problem} />
  return (
    <Alert role="alert" color="red">
      {t('The username or the password is wrong.')}
    </Alert>
  )
}
