/** coveredAtFoot returns how much bars and notices cover at the foot of the window, in pixels. */
export function coveredAtFoot(): number {
  const { style } = document.documentElement
  const height = (name: string) => Number.parseFloat(style.getPropertyValue(name)) || 0
  return height('--vitrine-foot') + height('--vitrine-notices')
}
