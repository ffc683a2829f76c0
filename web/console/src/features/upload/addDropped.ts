import type { QueryClient } from '@tanstack/react-query'
import { add } from './add'
import type { Found } from './engine/engine'
import { uploadsOf } from './uploads'

/** addDropped takes what was dropped on a screen that knows nothing of the queue. */
export function addDropped(userId: number, client: QueryClient, found: Found[]): Promise<void> {
  return add(uploadsOf(userId, client), found)
}
