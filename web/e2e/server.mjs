// Runs the real program on a directory of its own, filled with the pictures of
// the demonstration.
import { spawn, execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

const root = new URL('../..', import.meta.url).pathname
const binary = join(root, 'bin/vitrine')

// start returns the address of a server, a function that runs another command
// of the program on the same data, and one that ends it all.
export async function start({ pictures = join(root, 'testdata/demo') } = {}) {
  const data = mkdtempSync(join(tmpdir(), 'vitrine-e2e-'))
  const environment = { ...process.env, VITRINE_DATA: data, VITRINE_RATE_LIMIT: 'off', VITRINE_ADMIN_PASSWORD: 'a long enough password' }
  const run = (...args) => execFileSync(binary, args, { env: environment, encoding: 'utf8' })
  if (pictures) run('import', '--publish', pictures)
  const server = spawn(binary, ['serve', '--addr', '127.0.0.1:0'], { env: environment, stdio: ['ignore', 'pipe', 'inherit'] })
  const url = await listening(server)
  const stop = async () => {
    const ended = new Promise((resolve) => server.once('exit', resolve))
    server.kill('SIGTERM')
    const status = await ended
    rmSync(data, { recursive: true, force: true })
    if (status !== 0) throw new Error(`the server ended with status ${status}`)
  }
  return { url, run, stop }
}

function listening(server) {
  return new Promise((resolve, reject) => {
    server.once('exit', (status) => reject(new Error(`the server ended with status ${status}`)))
    createInterface({ input: server.stdout }).on('line', (line) => {
      const found = line.match(/serves (http:\S+)/)
      if (found) resolve(found[1])
    })
  })
}
