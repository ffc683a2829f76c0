// What English needs beyond the keys themselves, on all screens but the first. Sorted by feature.
import backups from '../features/backups/en'
import cache from '../features/cache/en'
import categories from '../features/categories/en'
import dashboard from '../features/dashboard/en'
import settings from '../features/settings/en'
import shares from '../features/shares/en'
import tags from '../features/tags/en'
import timeline from '../features/timeline/en'
import trash from '../features/trash/en'
import upload from '../features/upload/en'
import users from '../features/users/en'
import webhooks from '../features/webhooks/en'

export default {
  ...backups,
  ...cache,
  ...categories,
  ...dashboard,
  ...settings,
  ...shares,
  ...tags,
  ...timeline,
  ...trash,
  ...upload,
  ...users,
  ...webhooks,
}
