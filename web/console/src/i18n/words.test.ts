import { expect, test } from 'vitest'

const catalogues = import.meta.glob<{ default: Record<string, string> }>('../{features/*,session,shell,ui}/zh.ts', {
  eager: true,
})

test('no key stands with different words in two catalogues, of which one would be lost', () => {
  expect(Object.keys(catalogues).length).toBeGreaterThan(15)
  const known = new Map<string, string>()
  const torn = []
  for (const { default: words } of Object.values(catalogues)) {
    for (const [key, written] of Object.entries(words)) {
      if ((known.get(key) ?? written) !== written) torn.push(`${key}: ${known.get(key)}, ${written}`)
      known.set(key, written)
    }
  }
  expect(torn).toEqual([])
})
