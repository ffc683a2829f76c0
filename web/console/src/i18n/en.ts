// What English needs beyond the keys themselves: forms for one. Sorted by feature.
import categories from '../features/categories/en'
import photos from '../features/photos/en'
import settings from '../features/settings/en'
import shares from '../features/shares/en'
import tags from '../features/tags/en'
import timeline from '../features/timeline/en'
import trash from '../features/trash/en'
import users from '../features/users/en'

export default {
  ...categories,
  ...photos,
  ...settings,
  ...shares,
  ...tags,
  ...timeline,
  ...trash,
  ...users,
}
