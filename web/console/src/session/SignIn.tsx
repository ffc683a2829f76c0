import { Alert, Button, Center, Paper, PasswordInput, Stack, Text, TextInput, Title } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Problem } from '../api/problem'
import { LanguageChoice } from '../shell/LanguageChoice'
import { ProblemNotice } from '../ui/ProblemNotice'
import { useCountdown } from '../ui/useCountdown'
import { useTitle } from '../ui/useTitle'
import { session } from './session'

/** SignIn asks who wants to work here. */
export function SignIn() {
  const { t } = useTranslation()
  const [missing, setMissing] = useState<Record<string, string>>({})
  const [problem, setProblem] = useState<Error>()
  const [busy, setBusy] = useState(false)
  const [blockedUntil, setBlockedUntil] = useState(0)
  const wait = useCountdown(blockedUntil)
  useTitle(t('Sign in'))

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
    <Center component="main" mih="100dvh" p="md">
      <Stack w="100%" maw={380} gap="md">
        <Title order={1} ta="center">
          Vitrine
        </Title>
        <Paper withBorder p="lg" radius="md">
          <form onSubmit={submit} noValidate>
            <Stack>
              <TextInput
                label={t('Username')}
                autoComplete="username"
                autoCapitalize="none"
                spellCheck={false}
                autoFocus
                name="username"
                error={missing.username}
              />
              <PasswordInput
                label={t('Password')}
                autoComplete="current-password"
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
        </Paper>
        <FirstUser />
        <Center>
          <LanguageChoice />
        </Center>
      </Stack>
    </Center>
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

/** Whoever has just started the service has never seen its first password but in the log. */
function FirstUser() {
  const { t } = useTranslation()
  return (
    <Stack gap={4}>
      <Text size="sm" c="dimmed">
        {t(
          'First time here? The service printed the name and the password of the first user when it first started. If they are lost, run “vitrine user passwd admin” where it runs.',
        )}
      </Text>
      {!window.isSecureContext && (
        <Text size="sm" c="dimmed">
          {t('This connection is not encrypted. Use https outside your own network.')}
        </Text>
      )}
    </Stack>
  )
}
