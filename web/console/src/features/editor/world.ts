// The land of the world, as the map of the public site draws it: Natural Earth's
// outline, in fifths of a degree from 180° W and 84° N.
import template from '../../../../../internal/site/templates/world.gohtml?raw'

/** The path of an SVG. */
export const land = /\sd="([^"]+)"/.exec(template)?.[1] ?? ''
