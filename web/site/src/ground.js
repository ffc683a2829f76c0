// Runs before anything is painted: no flash of the other ground.
import { chosen, show } from './choice.js'

const ground = chosen()
if (ground) show(ground)
