// Data directories that servers start on, prepared once and copied: importing and
// deriving pictures takes far longer than copying them.
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

// The folder that all files of a run share; run.mjs fills it before they start. A
// file that is run by itself prepares what it needs in a folder of its own.
const shared = process.env.E2E_FIXTURES
let own

// copyFixture returns a new data directory with the contents of a fixture, and the
// facts about it. A fixture that is missing is made by prepare, which fills an
// empty directory and returns those facts.
export async function copyFixture({ name, prepare }) {
  const fixture = await prepared({ name, prepare })
  const data = mkdtempSync(join(tmpdir(), 'vitrine-e2e-'))
  cpSync(fixture, data, { recursive: true })
  return { data, facts: JSON.parse(readFileSync(`${fixture}.json`, 'utf8')) }
}

// prepared returns the directory of a fixture. Its facts are written last: without
// them it is not complete.
export async function prepared({ name, prepare }) {
  const fixture = join(folder(), name)
  if (!existsSync(`${fixture}.json`)) writeFileSync(`${fixture}.json`, JSON.stringify((await prepare(fixture)) ?? {}))
  return fixture
}

function folder() {
  if (shared) return shared
  if (!own) {
    own = mkdtempSync(join(tmpdir(), 'vitrine-e2e-fixtures-'))
    process.once('exit', () => rmSync(own, { recursive: true, force: true }))
  }
  return own
}
