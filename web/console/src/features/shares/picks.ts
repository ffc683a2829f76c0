// What visitors have marked: by visitor, or by photo, and the lists that others take.
import type { Pick } from '../../api/types'

export interface Visitor {
  id: number
  name: string
  picks: Pick[]
}

/** A photo that was marked, and by whom. */
export interface Picked {
  pick: Pick
  by: string[]
}

/** byVisitor groups picks, in the order of their photos; whoever marked first comes first. */
export function byVisitor(picks: Pick[]): Visitor[] {
  const visitors = new Map<number, Visitor>()
  for (const pick of picks) {
    const visitor = visitors.get(pick.visitor_id) ?? { id: pick.visitor_id, name: pick.picked_by, picks: [] }
    visitor.picks.push(pick)
    visitors.set(pick.visitor_id, visitor)
  }
  return [...visitors.values()].sort((a, b) => first(a).localeCompare(first(b)))
}

function first({ picks }: Visitor): string {
  return picks.map((pick) => pick.picked_at).sort()[0] ?? ''
}

/** byPhoto takes each photo once, in order, with everyone who marked it. */
export function byPhoto(picks: Pick[]): Picked[] {
  const photos = new Map<number, Picked>()
  for (const pick of picks) {
    const photo = photos.get(pick.photo_id) ?? { pick, by: [] }
    photo.by.push(pick.picked_by)
    photos.set(pick.photo_id, photo)
  }
  return [...photos.values()]
}

/** fileNames lists the files of photos, each once; a photo without a file by its title. */
export function fileNames(picks: Pick[]): string[] {
  return [...new Set(picks.map((pick) => pick.file_name || pick.title))]
}

/** forLightroom writes file names as a text filter of Lightroom takes them: without what tells a raw file from its JPEG. */
export function forLightroom(names: string[]): string {
  return [...new Set(names.map((name) => name.replace(/\.[^.]+$/, '')))].join(', ')
}
