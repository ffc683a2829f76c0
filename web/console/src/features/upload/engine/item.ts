// A file on its way to becoming a photo.
import type { UploadStatus } from '../../../api/types'
import type { Failed } from '../../../ui/reasons'

export type Stage =
  /** Waits to be looked at, or for its turn. */
  | 'waiting'
  /** Is read, to know its content. */
  | 'checking'
  /** A photo, or another file of the queue, shows the same: the user says whether to send it all the same. */
  | 'known'
  /** Is not a picture, too large, or of a type that is not taken: never sent. */
  | 'refused'
  | 'sending'
  | 'paused'
  /** Was under way when the page was left: the file must be chosen again. */
  | 'absent'
  /** The file is no longer what it was when it was begun. */
  | 'changed'
  /** All bytes are safe; the photo is still to be made of them. */
  | 'sent'
  /** The server makes the pictures. */
  | 'processing'
  | 'done'
  | 'failed'

/** Why a file is refused before anything of it is sent. */
export type Refusal =
  | 'empty'
  | 'type'
  | 'size'
  | 'content'
  /** It may not be opened, or is a folder that may not. */
  | 'file'
  | 'folder'

export type Step = UploadStatus['steps'][number]

/** What is kept of an item when the page is left. */
export interface Kept {
  key: string
  name: string
  /** Where it lay among what was dropped; empty for a file alone. */
  folder: string
  size: number
  /** In milliseconds since 1970. */
  modified: number
  /** Counted from 1, for titles. */
  number: number
  sha256?: string
  /** What was begun in chunks. */
  uploadId?: string
  /** The file as the server knows it. */
  fileId?: string
  photoId?: number
}

export interface Item extends Kept {
  stage: Stage
  file?: File
  /** Bytes that have arrived. */
  sent: number
  /** The type that the content has. */
  type?: string
  refusal?: Refusal
  /** The photo that shows the same; 0 if another file of the queue is the same. */
  twin?: number
  /** The same content is wanted twice. */
  wanted?: boolean
  /** The hash is that of the file as it is now. */
  verified?: boolean
  /** No photo shows the same, or it is wanted all the same. */
  cleared?: boolean
  /** Why it failed, or why it does not go on for the moment. */
  problem?: Error
  /** Until when it rests after a problem. */
  retryAt?: number
  /** The stage in which it failed. */
  failedAt?: 'sending' | 'creating' | 'processing'
  steps?: Step[]
  /** What the server waits for while it makes the pictures, such as room. */
  lack?: Failed
  /** How much of the pictures is made, from 0 to 100. */
  made?: number
}

const over: readonly Stage[] = ['refused', 'done']
const moving: readonly Stage[] = ['waiting', 'checking', 'sending', 'sent']

/** isOver tells whether nothing more happens with an item. */
export function isOver(item: Item): boolean {
  return over.includes(item.stage)
}

/** isMoving tells whether an item would be harmed, or held up, if the page were left. */
export function isMoving(item: Item): boolean {
  return moving.includes(item.stage)
}

/** isFinished tells whether an item may be taken off the list without loss. */
export function isFinished(item: Item): boolean {
  return isOver(item) || item.stage === 'processing'
}

/** kept returns what of an item outlives the page. */
export function kept(item: Item): Kept {
  const { key, name, folder, size, modified, number, sha256, uploadId, fileId, photoId } = item
  return { key, name, folder, size, modified, number, sha256, uploadId, fileId, photoId }
}

/** restored returns an item after the page was left: the file is gone, what the server has is not. */
export function restored(record: Kept): Item {
  const { photoId, fileId } = record
  const stage = photoId !== undefined ? 'processing' : fileId ? 'sent' : 'absent'
  return { ...record, stage, sent: fileId ? record.size : 0 }
}
