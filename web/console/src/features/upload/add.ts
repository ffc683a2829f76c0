import i18next from 'i18next'
import { tell } from '../../ui/notices'
import type { Found } from './engine/engine'
import type { Uploads } from './engine/uploads'

/** add puts files in a queue, and tells what came of it if that is not to be seen there. */
export async function add(uploads: Uploads, found: Found[]): Promise<void> {
  const { t } = i18next
  if (found.length === 0) tell({ tone: 'warning', message: t('There are no files in it.') })
  const same = await uploads.add(found)
  if (same > 0) tell({ message: t('{{count}} files are in the queue already.', { count: same }) })
}
