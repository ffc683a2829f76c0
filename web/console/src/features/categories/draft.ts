// What is written of a category, as a form holds it.

import type { components } from '../../api/schema'
import type { Category } from '../../api/types'
import { lastOrder } from './tree'

type Body = components['schemas']['CategoryBody']

export interface Draft {
  name: string
  slug: string
  description: string
  /** The id of the one above it; empty for none. */
  parent_id: string
  color: string
  icon: string
  is_active: boolean
  is_featured: boolean
  seo_title: string
  seo_description: string
}

export function blank(parent: Category | null): Draft {
  return {
    name: '',
    slug: '',
    description: '',
    parent_id: parent ? String(parent.id) : '',
    color: '',
    icon: '',
    is_active: true,
    is_featured: false,
    seo_title: '',
    seo_description: '',
  }
}

export function draftOf(category: Category): Draft {
  const { name, slug, description, parent_id, color, icon } = category
  const { is_active, is_featured, seo_title, seo_description } = category
  return {
    ...{ name, slug, description, parent_id: String(parent_id ?? ''), color, icon },
    ...{ is_active, is_featured, seo_title, seo_description },
  }
}

/** creationOf returns what makes a category, the last below its parent. What is empty is left to the server. */
export function creationOf(draft: Draft, categories: Category[]): Body {
  const { slug, color, parent_id: _, ...others } = draft
  return { ...others, ...(slug && { slug }), ...(color && { color }), ...below(draft, categories) }
}

/** updateOf returns what was changed. Below another parent a category becomes the last. */
export function updateOf(before: Draft, draft: Draft, categories: Category[]): Body {
  const { parent_id, ...written } = draft
  const changed = Object.entries(written).filter(([field, value]) => value !== before[field as keyof Draft])
  return { ...Object.fromEntries(changed), ...(parent_id !== before.parent_id && below(draft, categories)) }
}

function below(draft: Draft, categories: Category[]): Pick<Body, 'parent_id' | 'sort_order'> {
  const parent_id = draft.parent_id ? Number(draft.parent_id) : null
  return { parent_id, sort_order: lastOrder(categories, parent_id) }
}
