// What takes a change back.
import type { PhotoItem, PhotoStatus } from '../../api/types'
import { statuses } from './filter'
import type { Change } from './useBatch'

/** A change of photos with what takes it back, each photo as it was. */
export interface Changing {
  change: Change
  back: Change[]
  /** A photo as the change leaves it, as far as the next change has to know. */
  after: (photo: PhotoItem) => PhotoItem
}

/** statusChange gives photos a status; back are the changes that give each the one that it had. */
export function statusChange(photos: PhotoItem[], status: PhotoStatus): Changing {
  const moved = photos.filter((photo) => photo.status !== status)
  return {
    change: { action: 'update_status', data: { status }, ids: idsOf(moved) },
    back: statuses
      .map((old) => ({
        action: 'update_status' as const,
        data: { status: old },
        ids: idsOf(moved.filter((photo) => photo.status === old)),
      }))
      .filter(({ ids }) => ids.length > 0),
    after: (photo) => ({ ...photo, status }),
  }
}

/** tagChange adds tags to photos, or takes them off; only what that changed is taken back. */
export function tagChange(photos: PhotoItem[], names: string[], action: 'add_tags' | 'remove_tags'): Changing {
  const adds = action === 'add_tags'
  const has = (photo: PhotoItem, name: string) => photo.tags.some((tag) => same(tag.name, name))
  return {
    change: { action, data: { tags: names }, ids: idsOf(photos) },
    back: names.map((name) => ({
      action: adds ? ('remove_tags' as const) : ('add_tags' as const),
      data: { tags: [name] },
      ids: idsOf(photos.filter((photo) => has(photo, name) !== adds)),
    })),
    after: (photo) => {
      const others = photo.tags.filter((tag) => !names.some((name) => same(tag.name, name)))
      const added = adds ? names.map((name) => ({ name })) : []
      return { ...photo, tags: [...others, ...added] as PhotoItem['tags'] }
    },
  }
}

/** categoryChange puts photos into categories, or takes them out; only what that changed is taken back. */
export function categoryChange(
  photos: PhotoItem[],
  categories: number[],
  action: 'add_categories' | 'remove_categories',
): Changing {
  const adds = action === 'add_categories'
  const isIn = (photo: PhotoItem, id: number) => photo.categories.some((category) => category.id === id)
  return {
    change: { action, data: { categories }, ids: idsOf(photos) },
    back: categories.map((id) => ({
      action: adds ? ('remove_categories' as const) : ('add_categories' as const),
      data: { categories: [id] },
      ids: idsOf(photos.filter((photo) => isIn(photo, id) !== adds)),
    })),
    after: (photo) => {
      const others = photo.categories.filter(({ id }) => !categories.includes(id))
      const added = adds ? categories.map((id) => ({ id })) : []
      return { ...photo, categories: [...others, ...added] as PhotoItem['categories'] }
    },
  }
}

function idsOf(photos: PhotoItem[]): number[] {
  return photos.map((photo) => photo.id)
}

function same(a: string, b: string): boolean {
  return a.toLowerCase() === b.toLowerCase()
}
