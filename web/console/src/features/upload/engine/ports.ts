// What the engine needs of the world, so that tests can give it another one.
import type { UploadStatus } from '../../../api/types'
import type { Kept } from './item'
import type { Content } from './reader'

export interface Clock {
  now(): number
  /** sleep rests for milliseconds, or until the signal says that it need not. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>
}

/** Store keeps what outlives the page. */
export interface Store {
  all(): Promise<Kept[]>
  /** write puts records in, and takes out those of which only the keys are given. */
  write(records: Kept[], gone: string[]): Promise<void>
}

/** Reader reads files off the main thread. It fails for a file that is gone or changed. */
export interface Reader {
  content(file: Blob): Promise<Content>
  /** sum returns the SHA-256 of a piece, in hexadecimal. */
  sum(piece: Blob): Promise<string>
  /** intact tells whether the file can still be read as it was when it was chosen. */
  intact(file: Blob): Promise<boolean>
}

/** What the settings say of uploads. Who may not read them learns by refusals: there only types are known. */
export interface Limits {
  types: readonly string[]
  size: number
  batch: number
}

/** What new photos get. */
export interface Details {
  title: string
  tags: string[]
  categories: number[]
  /** Empty: what the settings say. */
  status: 'published' | 'draft' | 'archived' | ''
}

export interface Chunked {
  uploadId: string
  chunkSize: number
  addresses: string[]
  received: number[]
  /** Set once it is complete. */
  fileId: string | null
}

/** Piece is a part of a file on its way, with its SHA-256 in hexadecimal. */
export interface Piece {
  address: string
  bytes: Blob
  sha256: string
}

/** What became of one file of several: its id, or why it was not taken. */
export type Taken = { fileId: string } | { error: Error }

export interface NewPhoto {
  file_id: string
  title: string
  tags: string[]
  categories: number[]
  status?: 'published' | 'draft' | 'archived'
}

export type Created = { photoId: number } | { error: Error }

/** What the server knows of contents, by their SHA-256. */
export interface Known {
  /** The photos that show them. */
  photos: Record<string, number>
  /** One's own files that are there, and that no photo shows. */
  uploads: Record<string, string>
}

/** How many requests of a class are free, as the server says with each answer. */
export interface Allowance {
  limit: number
  left: number
  /** When there are as many as the limit again, in milliseconds since 1970. */
  resetAt: number
  /** How long each lasts, in milliseconds. */
  window: number
}

/** Progress is told the bytes that have arrived of a request. */
export type Progress = (bytes: number) => void

export interface Sending {
  signal: AbortSignal
  /** Equal for the repetitions of a request, so that the server carries it out once. */
  key: string
  progress?: Progress
  /** Is told how many requests are free; undefined if there is no limit. */
  allowance?: (allowance: Allowance | undefined) => void
}

/** Network is the API. Every failure is a Problem; an aborted request fails with the signal's reason. */
export interface Network {
  files(files: File[], sending: Sending): Promise<Taken[]>
  begin(file: { name: string; size: number; type: string }, chunkSize: number, sending: Sending): Promise<Chunked>
  state(uploadId: string, signal: AbortSignal): Promise<Chunked>
  chunk(piece: Piece, sending: Sending): Promise<void>
  complete(uploadId: string, sha256: string, signal: AbortSignal): Promise<string>
  abort(uploadId: string): Promise<void>
  known(sums: string[]): Promise<Known>
  create(photos: NewPhoto[], key: string): Promise<Created[]>
  status(fileId: string): Promise<UploadStatus>
  reprocess(fileId: string): Promise<void>
}
