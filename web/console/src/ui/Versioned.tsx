import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { FailedDialog } from './FailedDialog'

interface Props<T> {
  title: string
  queryKey: readonly unknown[]
  read: () => Promise<{ data: T; etag: string }>
  onClose: () => void
  /** The form of what was read. It keeps what it began with: what others save meanwhile is found when it is sent. */
  children: (data: T, etag: string) => ReactNode
}

/** Versioned reads a thing as it is now, to be changed in a form. */
export function Versioned<T>({ title, queryKey, read, onClose, children }: Props<T>) {
  const { data, error } = useQuery({
    queryKey: [...queryKey, 'form'],
    queryFn: read,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
  if (data) return children(data.data, data.etag)
  return error && <FailedDialog title={title} problem={error} onClose={onClose} />
}
