// What node's test runner tells, in the words of `go test -json` (go doc test2json):
// the package is the name of a file.
import { basename } from 'node:path'
import { inspect } from 'node:util'

// linesOf returns the lines for an event of the runner: a few when a test has ended,
// else none.
export function linesOf({ type, data }) {
  if (!['test:pass', 'test:fail'].includes(type) || data.details.type === 'suite') return ''
  const name = { Package: basename(data.file ?? data.name), Test: data.name }
  const ended = { ...name, Elapsed: data.details.duration_ms / 1000 }
  if (type === 'test:pass') return line({ Action: data.skip === undefined ? 'pass' : 'skip', ...ended })
  const { error } = data.details
  return line({ Action: 'output', ...name, Output: `${inspect(error.cause ?? error)}\n` }) + line({ Action: 'fail', ...ended })
}

const line = (event) => `${JSON.stringify(event)}\n`
