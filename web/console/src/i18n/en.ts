// What English needs beyond the keys themselves: forms for one. Of the first screen.
import photos from '../features/photos/en'

export default {
  ...photos,
}
