import { Alert, Button, Center, Loader, Stack } from '@mantine/core'
import { RouterProvider } from '@tanstack/react-router'
import { lazy, Suspense, useCallback, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Problem } from './api/problem'
import { router } from './routes'
import { session } from './session/session'
import { useSession } from './session/useSession'
import { ProblemNotice } from './ui/ProblemNotice'
import { useCountdown } from './ui/useCountdown'

// Who comes back signed in has no use for the way in.
const SignIn = lazy(async () => ({ default: (await import('./session/SignIn')).SignIn }))
const SignInAgain = lazy(async () => ({ default: (await import('./session/SignInAgain')).SignInAgain }))

/** App is the console for whoever is signed in, or the way in. */
export function App() {
  const current = useSession()
  if (current === undefined) return <Restoring />
  if (current === null) {
    return (
      <Suspense>
        <SignIn />
      </Suspense>
    )
  }
  return (
    <>
      <RouterProvider key={current.user.id} router={router} />
      {current.ended && (
        <Suspense>
          <SignInAgain username={current.user.username} />
        </Suspense>
      )}
    </>
  )
}

/** Restoring waits for the sign-in of before the page was loaded. */
function Restoring() {
  const { t } = useTranslation()
  const [problem, setProblem] = useState<Error>()
  const restore = useCallback(() => {
    setProblem(undefined)
    session.restore().catch(setProblem)
  }, [])
  useEffect(restore, [restore])

  return (
    <Center component="main" mih="100dvh" p="md">
      {problem ? <RestoringFailed problem={problem} retry={restore} /> : <Loader aria-label={t('Loading')} />}
    </Center>
  )
}

function RestoringFailed({ problem, retry }: { problem: Error; retry: () => void }) {
  const { t } = useTranslation()
  return (
    <Stack maw={440}>
      {problem instanceof Problem && problem.isRefusedForNow ? (
        <Waiting problem={problem} then={retry} />
      ) : (
        <ProblemNotice problem={problem} retry={retry} />
      )}
      <Button variant="subtle" onClick={() => session.signOut()}>
        {t('Sign out')}
      </Button>
    </Stack>
  )
}

/** Waiting counts down, and goes on by itself. */
function Waiting({ problem, then }: { problem: Problem; then: () => void }) {
  const { t } = useTranslation()
  const [until] = useState(() => Date.now() + Math.max(1, problem.retryAfter) * 1000)
  const left = useCountdown(until)
  useEffect(() => {
    if (left === 0) then()
  }, [left, then])
  return (
    <Alert
      role="status"
      color="yellow"
      title={problem.type === 'RATE_LIMIT_EXCEEDED' ? t('Too many requests.') : t('The server is busy.')}
    >
      {t('It goes on by itself in {{seconds}} s.', { seconds: left })}
    </Alert>
  )
}
