// What is written of a tag, as a form holds it.
import type { components } from '../../api/schema'
import type { Tag } from '../../api/types'

type Body = components['schemas']['TagBody']

export type Draft = Pick<
  Tag,
  'name' | 'slug' | 'description' | 'color' | 'icon' | 'tag_group' | 'is_active' | 'is_featured'
>

export const blank: Draft = {
  name: '',
  slug: '',
  description: '',
  color: '',
  icon: '',
  tag_group: 'subject',
  is_active: true,
  is_featured: false,
}

export function draftOf({ name, slug, description, color, icon, tag_group, is_active, is_featured }: Tag): Draft {
  return { name, slug, description, color, icon, tag_group, is_active, is_featured }
}

/** creationOf returns what makes a tag. What is empty is left to the server. */
export function creationOf({ slug, color, ...others }: Draft): Body {
  return { ...others, ...(slug && { slug }), ...(color && { color }) }
}

/** updateOf returns what was changed, so that nothing is undone that someone else has changed meanwhile. */
export function updateOf(before: Draft, draft: Draft): Body {
  const changed = Object.entries(draft).filter(([field, value]) => value !== before[field as keyof Draft])
  return Object.fromEntries(changed)
}
