// What English needs beyond the keys themselves: forms for one. Sorted by feature.
import photos from '../features/photos/en'
import settings from '../features/settings/en'
import shares from '../features/shares/en'
import trash from '../features/trash/en'
import users from '../features/users/en'

export default { ...photos, ...settings, ...shares, ...trash, ...users }
