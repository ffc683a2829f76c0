// Prepares what the tests start from, then runs the files that are named, or all,
// two at a time. With TEST_EVENTS it writes to that file what `go test -json` would.
import { appendFileSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { run } from 'node:test'
import { spec } from 'node:test/reporters'
import { linesOf } from './events.mjs'

const fixtures = mkdtempSync(join(tmpdir(), 'vitrine-e2e-fixtures-'))
process.env.E2E_FIXTURES = fixtures
process.once('exit', () => rmSync(fixtures, { recursive: true, force: true }))
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(1))
const { prepared } = await import('./fixtures.mjs')
const { portfolio } = await import('./portfolio.mjs')
await prepared(portfolio)

// The largest files take longest: they begin first, so that none runs alone at the end.
const size = (name) => statSync(name).size
const all = () => readdirSync('.').filter((name) => name.endsWith('.test.mjs')).sort((a, b) => size(b) - size(a))
const files = process.argv.length > 2 ? process.argv.slice(2) : all()

// Files take a minute or two. One that takes as long as this hangs.
const hang = 20 * 60_000

const events = process.env.TEST_EVENTS
const tests = run({ files: files.map((name) => resolve(name)), concurrency: 2, timeout: hang })
tests.on('test:fail', () => { process.exitCode = 1 })
if (events) tests.on('data', (event) => appendFileSync(events, linesOf(event)))
tests.compose(new spec()).pipe(process.stdout)
