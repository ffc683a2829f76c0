import type { Item } from './item'

interface Placed {
  name: string
  folder: string
}

/** Places finds the items of a queue by where their files lie. Cameras give the same names again and again. */
export class Places {
  #keys = new Map<string, string[]>()

  constructor(
    items: readonly Item[],
    private readonly get: (key: string) => Item | undefined,
  ) {
    for (const item of items) this.add(item)
  }

  add(item: Item): void {
    const place = placeOf(item)
    const keys = this.#keys.get(place)
    if (keys) keys.push(item.key)
    else this.#keys.set(place, [item.key])
  }

  /** find returns the item of this very file, or else one that lies there and misses its file. */
  find(file: File, folder: string): Item | undefined {
    const keys = this.#keys.get(placeOf({ name: file.name, folder }))
    if (!keys) return undefined
    const { size: bytes, lastModified } = file
    const here = keys
      .flatMap((key) => this.get(key) ?? [])
      .filter(({ stage }) => stage !== 'done' && stage !== 'refused')
    return here.find(({ size, modified }) => size === bytes && modified === lastModified) ?? here.find(missesItsFile)
  }
}

/** missesItsFile tells whether an item waits for its file to be chosen again. */
export function missesItsFile({ stage }: Item): boolean {
  return stage === 'absent' || stage === 'changed'
}

function placeOf({ folder, name }: Placed): string {
  return `${folder}/${name}`
}
