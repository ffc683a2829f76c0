// The values that the service has a word for, by the fields that have them.
import { useTranslation } from 'react-i18next'
import type { Backup, PhotoStatus, Profile } from '../../api/types'
import type { Words } from '../../i18n/words'
import type { FormatName } from '../editor/formats'
import type { TagGroup } from '../tags/list'
import type { Kind } from '../timeline/kinds'
import { useEventWord } from '../webhooks/events'

const statuses: Record<PhotoStatus | Backup['status'], Words> = {
  archived: 'Archived',
  completed: 'Complete',
  draft: 'Draft',
  failed: 'Failed',
  published: 'Published',
  removed: 'Removed',
  running: 'Running',
}

const roles: Record<Profile['role'], Words> = {
  super_admin: 'Owner',
  admin: 'Administrator',
  editor: 'Editor',
  user: 'Visitor',
}

const kinds: Record<Kind, Words> = {
  milestone: 'Milestone',
  achievement: 'Achievement',
  exhibition: 'Exhibition',
  publication: 'Publication',
  award: 'Award',
  travel: 'Travel',
  other: 'Other',
}

const groups: Record<TagGroup, Words> = {
  subject: 'Subject',
  style: 'Style',
  technique: 'Technique',
  location: 'Location',
}

const formats: Record<FormatName, Words> = {
  thumb_small: 'Small preview',
  thumb_medium: 'Medium preview',
  thumb_large: 'Large preview',
  display: 'For screens, JPEG',
  webp: 'For screens, WebP',
  jpg: 'Largest, JPEG',
  avif: 'For screens, AVIF',
}

const words: Record<string, Record<string, Words>> = {
  formats,
  role: roles,
  status: statuses,
  tag_group: groups,
  type: kinds,
  visibility: { public: 'Everyone' },
}

/** useValueWord returns the word for a value of a field; nothing for one that its user chose. */
export function useValueWord(): (field: string, value: unknown) => string | undefined {
  const { t } = useTranslation()
  const eventWord = useEventWord()
  return (field, value) => {
    if (typeof value !== 'string') return undefined
    if (field === 'events') return eventWord(value)
    const known = words[field]?.[value]
    return known && t(known)
  }
}
