import { Button, Center, Loader, Stack } from '@mantine/core'
import { RouterProvider } from '@tanstack/react-router'
import { Suspense, useCallback, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { reached } from './api/reach'
import { router } from './routes'
import { session } from './session/session'
import { useSession } from './session/useSession'
import { keepFocus } from './ui/focus'
import { ProblemNotice } from './ui/ProblemNotice'
import { part } from './ui/part'

// Who comes back signed in has no use for the way in.
const SignIn = part(async () => (await import('./session/SignIn')).SignIn)
const SignInAgain = part(async () => (await import('./session/SignInAgain')).SignInAgain)

/** App is the console for whoever is signed in, or the way in. */
export function App() {
  const current = useSession()
  useEffect(keepFocus, [])
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
    session.restore().catch((failure) => {
      setProblem(failure)
      if (failure.type === 'OFFLINE') reached().then(restore)
    })
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
      <ProblemNotice problem={problem} retry={retry} />
      <Button variant="subtle" onClick={() => session.signOut()}>
        {t('Sign out')}
      </Button>
    </Stack>
  )
}
