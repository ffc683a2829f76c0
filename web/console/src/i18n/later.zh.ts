// Chinese of all screens but the first. Sorted by feature.
import account from '../features/account/zh'
import audit from '../features/audit/zh'
import backups from '../features/backups/zh'
import cache from '../features/cache/zh'
import categories from '../features/categories/zh'
import dashboard from '../features/dashboard/zh'
import editor from '../features/editor/zh'
import settings from '../features/settings/zh'
import shares from '../features/shares/zh'
import tags from '../features/tags/zh'
import timeline from '../features/timeline/zh'
import trash from '../features/trash/zh'
import upload from '../features/upload/zh'
import users from '../features/users/zh'
import webhooks from '../features/webhooks/zh'

export default {
  ...account,
  ...audit,
  ...backups,
  ...cache,
  ...categories,
  ...dashboard,
  ...editor,
  ...settings,
  ...shares,
  ...tags,
  ...timeline,
  ...trash,
  ...upload,
  ...users,
  ...webhooks,
}
