// What the form of a share link holds, and what of it is sent.
import type { ShareBody, ShareLink } from '../../api/types'
import { fromLocal, toLocal } from '../../ui/localTime'

export interface Draft {
  title: string
  /** Empty leaves the password as it is: it is never shown again. */
  password: string
  removePassword: boolean
  /** Local, as its field has it. */
  expires_at: string
  allow_download: boolean
  allow_picks: boolean
}

export function draftOf(share?: ShareLink): Draft {
  return {
    title: share?.title ?? '',
    password: '',
    removePassword: false,
    expires_at: toLocal(share?.expires_at ?? null),
    allow_download: share?.allow_download ?? false,
    allow_picks: share?.allow_picks ?? true,
  }
}

export function bodyOf({ password, removePassword, expires_at, ...rest }: Draft): ShareBody {
  const change = removePassword ? { password: null } : password ? { password } : {}
  return { ...rest, ...change, expires_at: fromLocal(expires_at) }
}

/** addressOf completes an address that the server gives as a path, since nobody has told it its name. */
export function addressOf(url: string, origin = location.origin): string {
  return new URL(url, origin).href
}

/** isOver tells whether a share link has ended. */
export function isOver(expiresAt: string | null, now = Date.now()): boolean {
  return expiresAt !== null && Date.parse(expiresAt) <= now
}
