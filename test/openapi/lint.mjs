// Has the linter read the document that the real program serves.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { start } from '../../web/e2e/server.mjs'

const directory = mkdtempSync(join(tmpdir(), 'vitrine-openapi-'))
const document = join(directory, 'openapi.json')
const server = await start({ pictures: null })
try {
  const answer = await fetch(server.url + '/openapi.json')
  if (!answer.ok) throw new Error(`the document is answered with ${answer.status}`)
  writeFileSync(document, JSON.stringify(await answer.json(), null, 2)) // in lines, so that problems have places
  const { status } = spawnSync('node_modules/.bin/redocly', ['lint', '--config', 'redocly.yaml', document], {
    stdio: 'inherit', env: { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' },
  })
  process.exitCode = status ?? 1
} finally {
  await server.stop()
  rmSync(directory, { recursive: true, force: true })
}
