import { Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Navigate, useMatches, useRouterState } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Problem } from '../api/problem'
import type { Words } from '../i18n/words'
import { may, profileQuery } from '../session/useProfile'
import { ProblemNotice } from '../ui/ProblemNotice'
import { navigation } from './navigation'
import { Screen } from './Screen'

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /** What the screen needs; without it, it is for every signed-in user. */
    permission?: string
  }
}

/** Permitted shows the screen to those who may see it, and tells others which permission they lack. */
export function Permitted({ children }: { children: ReactNode }) {
  const { t } = useTranslation()
  const needed = useMatches({ select: (matches) => matches.at(-1)?.staticData.permission })
  const path = useRouterState({ select: ({ location }) => location.pathname })
  const profile = useQuery(profileQuery).data?.data
  const [shownAt, setShownAt] = useState<string>()
  if (!profile) return null
  const permitted = !needed || may(profile.permissions, needed)
  if (permitted && shownAt !== path) setShownAt(path)
  if (!permitted && shownAt !== path) {
    if (path === '/') return <Navigate to={homeOf(profile.permissions)} replace />
    return (
      <Screen title={t(nameOf(path))}>
        <ProblemNotice problem={lacking(needed, profile.role)} />
      </Screen>
    )
  }
  // Who loses a permission on the way keeps the screen, which may hold what they have typed.
  return (
    <>
      {!permitted && (
        <Stack gap="xs" mb="md">
          <ProblemNotice problem={lacking(needed, profile.role)} />
          <Text size="sm">
            {t('What you typed is still here, to be copied. It is gone when you leave this screen.')}
          </Text>
        </Stack>
      )}
      {children}
    </>
  )
}

function lacking(permission: string, role: string): Problem {
  const details = { required_permission: permission, user_role: role }
  return new Problem(403, { message: 'This is not permitted.', error: { type: 'PERMISSION_DENIED', details } })
}

/** homeOf returns where those begin who have no use for the photos: at the first screen that is theirs. */
function homeOf(grants: readonly string[]) {
  return navigation.flat().find(({ permission }) => may(grants, permission))?.to ?? '/account'
}

/** nameOf returns what the menu calls the screen at a path, or the one that leads there. */
function nameOf(path: string): Words {
  const entries = navigation.flat()
  return entries.find(({ to }) => to !== '/' && path.startsWith(String(to)))?.label ?? 'Photos'
}
