import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { navigation } from '../shell/navigation'
import laterEnglish from './later.en'
import zh from './zh'

const folders = ['api', 'features/photos', 'i18n', 'session', 'shell', 'ui']
const sources = folders
  .flatMap((folder) =>
    readdirSync(`src/${folder}`, { recursive: true, encoding: 'utf8' }).map((name) => `src/${folder}/${name}`),
  )
  .filter((name) => /\.tsx?$/.test(name) && !/test\.ts$|zh\.ts$|en\.ts$/.test(name))

// A sentence that is in a later part stands in English until that has come.
test('what is said before the other screens have their words is in the first part', () => {
  const missing = new Set<string>()
  for (const { label } of navigation.flat()) if (!(label in zh)) missing.add(label)
  for (const file of [...sources, 'src/App.tsx']) {
    const source = readFileSync(file, 'utf8')
    for (const [, , key = ''] of source.matchAll(/\bt\(\s*(['"`])((?:(?!\1).)+)\1/g)) {
      if (!(key in zh) || `${key}_one` in laterEnglish) missing.add(`${file}: ${key}`)
    }
  }
  expect([...missing]).toEqual([])
})
