// Sees that the console is no larger than it may be: node budget.mjs directory
import { readdirSync, readFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'

const kilobyte = 1000
/** Compressed. What the page itself names, the screen that comes first and its words are the first load. */
const budgets = { script: 190 * kilobyte, style: 40 * kilobyte, chunk: 60 * kilobyte }

const directory = process.argv[2]
const read = (name) => readFileSync(`${directory}/${name}`)
const sizeOf = (name) => gzipSync(read(name), { level: 9 }).length
const sum = (names) => names.reduce((total, name) => total + sizeOf(name), 0)
const namedBy = (name) =>
  [
    ...read(name)
      .toString()
      .matchAll(/["'`]\.\/([\w.-]+\.(?:js|css))["'`]/g),
  ].map(([, found]) => found)

/** What a script imports before it runs, and what those import. */
function withImports(names) {
  const found = new Set()
  const visit = (name) => {
    if (found.has(name)) return
    found.add(name)
    const statics = read(name)
      .toString()
      .matchAll(/(?:from|import)["']\.\/([\w.-]+\.js)["']/g)
    for (const [, next] of statics) visit(next)
  }
  names.forEach(visit)
  return [...found]
}

/** Who reads no English waits for the words as well. */
const words = 'zh.js'
const firstScreen = readdirSync(directory).filter((name) => name.startsWith('LibraryScreen.'))
const first = [...namedBy('index.html'), ...firstScreen, words]
const scripts = withImports(first.filter((name) => name.endsWith('.js')))
const styles = new Set([
  ...first.filter((name) => name.endsWith('.css')),
  ...readdirSync(directory).filter((name) => name.endsWith('.css')),
])
const later = readdirSync(directory).filter((name) => name.endsWith('.js') && !scripts.includes(name))

const faults = []
const hold = (what, size, budget) => {
  if (size > budget) faults.push(`${what} is ${size} bytes compressed, more than ${budget}`)
}
hold('the script of the first load', sum(scripts), budgets.script)
hold('all style', sum([...styles]), budgets.style)
for (const name of later) hold(name, sizeOf(name), budgets.chunk)
console.log(
  `console: first load ${sum(scripts)} bytes of script (${sizeOf(words)} of them Chinese), ${sum([...styles])} of style; ${later.length} later chunks, the largest ${Math.max(...later.map(sizeOf))}`,
)
if (faults.length > 0) {
  console.error(faults.join('\n'))
  process.exit(1)
}
