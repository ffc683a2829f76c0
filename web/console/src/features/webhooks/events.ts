// The types of events that a webhook can be sent, in groups.
import { useTranslation } from 'react-i18next'
import type { Webhook } from '../../api/types'
import type { Words } from '../../i18n/words'

export type EventType = Webhook['events'][number]

/** All there are: tsc misses one that the API has and this has not. */
const vocabulary: Record<EventType, { group: Words; words: Words }> = {
  'photo.created': { group: 'Photos', words: 'A photo is new or restored' },
  'photo.updated': { group: 'Photos', words: 'A photo is changed' },
  'photo.deleted': { group: 'Photos', words: 'A photo is deleted' },
  'category.created': { group: 'Categories', words: 'A category is new' },
  'category.updated': { group: 'Categories', words: 'A category is changed' },
  'category.deleted': { group: 'Categories', words: 'A category is deleted' },
  'user.login': { group: 'The service', words: 'Someone signs in' },
  'system.backup': { group: 'The service', words: 'A backup ends' },
}

export interface EventGroup {
  name: Words
  events: EventType[]
}

export const groups: EventGroup[] = [...new Set(Object.values(vocabulary).map(({ group }) => group))].map((name) => ({
  name,
  events: (Object.keys(vocabulary) as EventType[]).filter((event) => vocabulary[event].group === name),
}))

/** useEventWord returns what says a type of event in words; one that a later version added by its name. */
export function useEventWord(): (type: string) => string {
  const { t } = useTranslation()
  return (type) => {
    if (type === 'webhook.test') return t('Test')
    const known = vocabulary[type as EventType]
    return known ? t(known.words) : type
  }
}
