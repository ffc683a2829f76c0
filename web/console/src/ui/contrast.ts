// Contrast of two colours, as WCAG 2.2 defines it.

/** contrast returns the ratio, from 1 to 21, of colours written #rgb or #rrggbb; undefined if one is neither. */
export function contrast(one: string, other: string): number | undefined {
  const a = luminance(one)
  const b = luminance(other)
  if (a === undefined || b === undefined) return undefined
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05)
}

/** fullColour writes #rgb as #rrggbb, which is what a browser's choice of colours takes. */
export function fullColour(colour: string): string | undefined {
  if (/^#[0-9a-f]{6}$/i.test(colour)) return colour
  return /^#[0-9a-f]{3}$/i.test(colour) ? colour.replace(/[0-9a-f]/gi, '$&$&') : undefined
}

function luminance(colour: string): number | undefined {
  const full = fullColour(colour)
  if (!full) return undefined
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) =>
    linear(Number.parseInt(full.slice(at, at + 2), 16) / 255),
  )
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

function linear(channel: number): number {
  return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4
}
