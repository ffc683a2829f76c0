// Why the server refused something, or failed at it, in the reader's language. Each reason has a name, under which
// the other languages have a sentence; English is what the server says itself.
import i18next, { type TFunction } from 'i18next'
import type { Problem } from '../api/problem'
import type { Fault } from '../api/types'
import { bytes } from '../i18n/format'

type Params = Record<string, unknown>

/** A piece of work that failed, as the API tells of it. */
export interface Failed {
  error: string | null
  error_reason: string | null
  error_params?: Params
}

/** What is said of a failure; besides, in English, what only its cause knows. */
export interface SaidFailure {
  text: string
  said?: string
}

/** sayFault tells what is wrong with a field. */
export function sayFault({ reason, params, message }: Fault, t: TFunction): string {
  return ownWords(`fault ${reason}`, params, t) ?? foreign(message, t)
}

/** sayFailure tells why work on something failed. */
export function sayFailure({ error, error_reason, error_params }: Failed, t: TFunction): SaidFailure {
  const own = ownWords(`failure ${error_reason}`, error_params, t)
  if (own) return { text: own, said: error_params?.said as string | undefined }
  if (i18next.language === 'en') return { text: sentence(error ?? '') }
  return { text: t('The server says:'), said: error ?? '' }
}

/** sayConflict tells what a change conflicts with, if this language has a sentence for it. */
export function sayConflict(conflict: unknown, t: TFunction): string | undefined {
  return ownWords(`conflict ${conflict}`, {}, t)
}

/** sayTaken tells at its field that something else has a name already. */
export function sayTaken({ details }: Problem, t: TFunction): string {
  return sayConflict(details.conflict, t) ?? t('This is taken already.')
}

/** sentence begins with a capital and ends with a full stop. */
export function sentence(text: string): string {
  return text && text.charAt(0).toUpperCase() + text.slice(1) + (/[.!?]$/.test(text) ? '' : '.')
}

function foreign(message: string, t: TFunction): string {
  return i18next.language === 'en' ? sentence(message) : t('This is not accepted: {{said}}', { said: message })
}

function ownWords(key: string, params: Params | undefined, t: TFunction): string | undefined {
  return i18next.exists(key) ? (t(key as never, written(params)) as string) : undefined
}

/** written is the figures as a sentence has them: a list by its members, a size in its unit. */
function written(params: Params = {}): Record<string, string> {
  const write = (name: string, value: unknown) => {
    if (name === 'bytes') return bytes(i18next.language, Number(value))
    return Array.isArray(value) ? value.join(i18next.language === 'zh' ? '、' : ', ') : String(value)
  }
  return Object.fromEntries(Object.entries(params).map(([name, value]) => [name, write(name, value)]))
}
