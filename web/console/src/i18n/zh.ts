// Chinese of what stands around the screens, and of the first of them.
import photos from '../features/photos/zh'
import session from '../session/zh'
import shell from '../shell/zh'
import reasons from '../ui/reasons.zh'
import ui from '../ui/zh'

export default {
  ...photos,
  ...reasons,
  ...session,
  ...shell,
  ...ui,
}
