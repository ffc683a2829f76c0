import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { Audit } from '../../api/types'
import type { Words } from '../../i18n/words'
import { wordsOf } from './actions'
import { namesQuery } from './audit'
import { nameOf, userOf } from './record'

/** useSentence returns what says a record in words: who did what to which thing. */
export function useSentence(): (record: Audit) => string {
  const { t } = useTranslation()
  const who = useWho()
  const what = useWhat()
  return (record) => {
    const words = wordsOf(record.action)
    const did = words ? t(words, { what: what(record) }) : `${record.action} ${what(record)}`
    return t('{{who}} {{did}}', { who: who(record), did: tidy(did) })
  }
}

/** useActionWords returns what says an action of no thing in particular. */
export function useActionWords(): (words: Words) => string {
  const { t } = useTranslation()
  return (words) => tidy(t(words, { what: '' }))
}

/** tidy closes the gap that a thing without a name leaves. */
function tidy(text: string): string {
  return text.replace(/ +/g, ' ').trim()
}

/** useWho returns who it was: a user by the name of now, nobody who signed in, or the service itself. */
function useWho(): (record: Audit) => string {
  const { t } = useTranslation()
  return ({ username, user_id, ip_address }) => {
    if (username) return username
    if (user_id) return t('A deleted user (no. {{id}})', { id: user_id })
    return ip_address ? t('Someone') : t('The service itself')
  }
}

function useWhat(): (record: Audit) => string {
  const { t } = useTranslation()
  const names = useQuery(namesQuery).data
  return (record) => {
    const user = userOf(record)
    if (user === '') return t('an unknown name')
    const name = nameOf(record) ?? names?.get(user ?? '')
    if (name) return t('“{{name}}”', { name })
    const id = user ?? record.object_id
    return /^\d+$/.test(id) ? t('no. {{id}}', { id }) : ''
  }
}
