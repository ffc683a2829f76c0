import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const sources = readdirSync('src', { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.tsx'))
  .map((name) => `src/${name}`)

// Without its styles a part of Mantine looks broken, and nothing says so.
test('every part of Mantine that is used has its styles', () => {
  const loaded = readFileSync('src/ui/styles.ts', 'utf8')
  const missing = new Set<string>()
  for (const file of sources) {
    for (const [, names = ''] of readFileSync(file, 'utf8').matchAll(/import \{([^}]*)\} from '@mantine\/core'/g)) {
      for (const name of names.split(',').map((part) => part.replace('type ', '').trim())) {
        const style = `@mantine/core/styles/${name}.css`
        if (existsSync(`node_modules/${style}`) && !loaded.includes(style)) missing.add(`${file}: ${style}`)
      }
    }
  }
  expect([...missing]).toEqual([])
})
