// Runs the real program on a directory of its own, filled with the pictures of
// the demonstration.
import { spawn, execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

const root = new URL('../..', import.meta.url).pathname
const binary = join(root, 'bin/vitrine')

export const password = 'a long enough password'

// start returns the address of a server, a function that runs another command
// of the program on the same data, one that kills it as a power cut does, one that
// starts it again, with other settings if need be, and one that ends it all.
export async function start({ pictures = join(root, 'testdata/demo'), settings = {} } = {}) {
  const data = mkdtempSync(join(tmpdir(), 'vitrine-e2e-'))
  const address = `127.0.0.1:${await freePort()}`
  const environment = { ...process.env, VITRINE_DATA: data, VITRINE_BASE_URL: `http://${address}`, VITRINE_RATE_LIMIT: 'off', VITRINE_ADMIN_PASSWORD: password, ...settings }
  const run = (...args) => execFileSync(binary, args, { env: environment, encoding: 'utf8' })
  if (pictures) run('import', '--publish', pictures)
  let server
  const again = (changes = {}) => {
    server = spawn(binary, ['serve', '--addr', address], { env: { ...environment, ...changes }, stdio: ['ignore', 'pipe', 'pipe'] })
    createInterface({ input: server.stderr }).on('line', (line) => / level=INFO /.test(line) || console.error(line))
    return listening(server)
  }
  const end = (signal) => {
    const ended = new Promise((resolve) => server.once('exit', resolve))
    server.kill(signal)
    return ended
  }
  const url = await again()
  const stop = async () => {
    const status = await end('SIGTERM')
    rmSync(data, { recursive: true, force: true })
    if (status !== 0) throw new Error(`the server ended with status ${status}`)
  }
  return { url, run, kill: () => end('SIGKILL'), again, stop }
}

// freePort is one that nobody listens at: the site must know its address before
// it serves.
function freePort() {
  return new Promise((resolve, reject) => {
    const probe = createServer().once('error', reject).listen(0, '127.0.0.1', () => {
      const { port } = probe.address()
      probe.close(() => resolve(port))
    })
  })
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
