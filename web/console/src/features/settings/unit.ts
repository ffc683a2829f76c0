import type { Setting } from './setting'

/** unitOf returns the unit in which people write a number: its name, and how much of the API's unit it is. */
export function unitOf({ key, kind }: Setting): { name: string; size: number } {
  if (key === 'upload_max_file_size') return { name: 'MiB', size: 1 << 20 }
  if (kind === 'number' && /_(size|width|height)$/.test(key)) return { name: 'px', size: 1 }
  return { name: '', size: 1 }
}
