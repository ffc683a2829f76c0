// Chinese. Sorted by feature.
import account from '../features/account/zh'
import audit from '../features/audit/zh'
import backups from '../features/backups/zh'
import cache from '../features/cache/zh'
import categories from '../features/categories/zh'
import dashboard from '../features/dashboard/zh'
import editor from '../features/editor/zh'
import photos from '../features/photos/zh'
import settings from '../features/settings/zh'
import shares from '../features/shares/zh'
import tags from '../features/tags/zh'
import timeline from '../features/timeline/zh'
import trash from '../features/trash/zh'
import upload from '../features/upload/zh'
import users from '../features/users/zh'
import webhooks from '../features/webhooks/zh'
import session from '../session/zh'
import shell from '../shell/zh'
import ui from '../ui/zh'

export default {
  ...account,
  ...audit,
  ...backups,
  ...cache,
  ...categories,
  ...dashboard,
  ...editor,
  ...photos,
  ...session,
  ...settings,
  ...shares,
  ...shell,
  ...tags,
  ...timeline,
  ...trash,
  ...ui,
  ...upload,
  ...users,
  ...webhooks,
}
