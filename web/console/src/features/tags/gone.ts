// What is removed for good, with answers that may get lost.
import { Problem } from '../../api/problem'

/** untilGone takes what is not there any more for removed: it may have been, and nobody have heard of it. */
export async function untilGone(removal: Promise<unknown>): Promise<void> {
  try {
    await removal
  } catch (problem) {
    if (!(problem instanceof Problem && problem.type === 'RESOURCE_NOT_FOUND')) throw problem
  }
}
