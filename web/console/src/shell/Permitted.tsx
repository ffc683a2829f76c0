import { useQuery } from '@tanstack/react-query'
import { useMatches } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Problem } from '../api/problem'
import { may, profileQuery } from '../session/useProfile'
import { ProblemNotice } from '../ui/ProblemNotice'

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
  const profile = useQuery(profileQuery).data?.data
  if (!profile) return null
  if (!needed || may(profile.permissions, needed)) return children
  const details = { required_permission: needed, user_role: profile.role }
  return (
    <ProblemNotice
      problem={new Problem(403, { message: t('You may not do this.'), error: { type: 'PERMISSION_DENIED', details } })}
    />
  )
}
