// Runs the real program on a directory of its own, a copy of a prepared one.
import { spawn, execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { copyFixture, prepared } from './fixtures.mjs'

const root = new URL('../..', import.meta.url).pathname
const binary = join(root, 'bin/vitrine')

export const password = 'a long enough password'

// empty is a data directory with its first user and nothing else.
export const empty = {
  name: 'empty',
  async prepare(data) {
    mkdirSync(data)
    const server = await serve(data)
    await server.stop()
  },
}

// demo holds the pictures of the demonstration, published.
export const demo = {
  name: 'demo',
  async prepare(data) {
    cpSync(await prepared(empty), data, { recursive: true })
    execFileSync(binary, ['import', '--publish', join(root, 'testdata/demo')], { env: { ...process.env, VITRINE_DATA: data } })
  },
}

// start runs a server on a copy of a fixture, which is gone when the server stops.
// Besides the facts of the fixture it returns what serve does.
export async function start({ fixture = demo, settings = {} } = {}) {
  const { data, facts } = await copyFixture(fixture)
  const server = await serve(data, settings)
  const stop = async () => {
    await server.stop()
    rmSync(data, { recursive: true, force: true })
  }
  return { ...server, facts, stop }
}

// serve returns the address of a server on a data directory, a function that runs
// another command of the program on the same data, one that kills it as a power cut
// does, one that starts it again, with other settings if need be, and one that stops it.
export async function serve(data, settings = {}) {
  const address = `127.0.0.1:${await reservePort()}`
  const environment = { ...process.env, VITRINE_DATA: data, VITRINE_BASE_URL: `http://${address}`, VITRINE_RATE_LIMIT: 'off', VITRINE_ADMIN_PASSWORD: password, ...settings }
  const run = (...args) => execFileSync(binary, args, { env: environment, encoding: 'utf8' })
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
    if (status !== 0) throw new Error(`the server ended with status ${status}`)
  }
  return { url, run, kill: () => end('SIGKILL'), again, stop }
}

// reservePort returns a port for a server that must know its address before it
// serves. It is below those that the kernel gives to outgoing connections (32768 on
// Linux), and 127.0.0.2 is held at it while this process runs, so that no other file
// picks it too.
async function reservePort() {
  for (;;) {
    const port = 10_000 + Math.floor(Math.random() * 22_000)
    const reservation = await listenAt('127.0.0.2', port)
    const probe = reservation && await listenAt('127.0.0.1', port)
    if (probe) {
      await new Promise((closed) => probe.close(closed))
      reservation.unref()
      return port
    }
    reservation?.close()
  }
}

// listenAt returns a listener, or null if the port is taken.
function listenAt(host, port) {
  return new Promise((resolve) => {
    const server = createServer().once('error', () => resolve(null)).listen(port, host, () => resolve(server))
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
