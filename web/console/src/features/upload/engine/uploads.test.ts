import { expect, test } from 'vitest'
import { Problem } from '../../../api/problem'
import { type Channel, type Message, Uploads } from './uploads'
import { file, found, mebibyte, problem, world } from './world.fake'

/** tabs returns some that hear one another, as those of one browser do, and the world of the engine of one of them. */
function tabs(count: number) {
  const channels: Channel[] = []
  const open = () => {
    const channel: Channel = {
      onmessage: null,
      postMessage: (data: Message) => {
        const sent = structuredClone({ ...data, ...(data.kind === 'add' && { found: [] }) })
        if (data.kind === 'add') Object.assign(sent, { found: data.found }) // files of these tests are no clones
        for (const other of channels)
          if (other !== channel) queueMicrotask(() => other.onmessage?.({ data: sent } as MessageEvent<Message>))
      },
    }
    channels.push(channel)
    return channel
  }
  const one = world()
  let keys = 0
  const all = Array.from({ length: count }, () => {
    const needs = { engine: () => one.engine, channel: open(), clock: one.clock, newKey: () => `h${++keys}` }
    return new Uploads(needs)
  })
  return { ...one, all: all as [Uploads, Uploads] }
}

const large = (name: string) => file(name, 33 * mebibyte)
const stagesOf = (uploads: Uploads) => uploads.view().items.map(({ stage }) => stage)

test('what is dropped on a tab that only looks on is sent by the other, and shown in both', async () => {
  const { all, clock, server } = tabs(2)
  const [sender, other] = all
  sender.begin()
  const same = other.add(found(file('a.jpg'), large('b.jpg')))
  await clock.run(() => stagesOf(other).length === 2)
  expect(await same).toBe(0)
  expect(other.view().elsewhere).toBe(true)
  expect(sender.view().elsewhere).toBe(false)
  await clock.run(() => stagesOf(other).join() === 'done,done')
  expect(server.contents().sort()).toEqual(['a.jpg', 'b.jpg'])
  expect(await other.add(found(large('b.jpg')))).toBe(0)
})

test('what was handed over to nobody is sent by the tab itself, when its turn comes', async () => {
  const { all, clock, server } = tabs(1)
  const [uploads] = all
  const same = uploads.add(found(file('a.jpg')))
  await clock.pass(1_000)
  uploads.begin()
  await clock.run(() => stagesOf(uploads)[0] === 'done')
  expect(await same).toBe(0)
  expect(server.photos).toHaveLength(1)
})

test('what is pressed in one tab happens in the other, and problems are told in both', async () => {
  const { all, clock, server } = tabs(2)
  const [sender, other] = all
  sender.begin()
  server.fault = (call) =>
    call === 'files'
      ? problem('VALIDATION_ERROR', 400, 0, [{ field: 'file', code: 'TOO_LARGE', message: 'x' }])
      : undefined
  other.add(found(file('a.jpg'), large('b.jpg')))
  await clock.run(() => stagesOf(other)[0] === 'failed')
  const told = other.view().items[0]?.problem
  expect(told).toBeInstanceOf(Problem)
  expect(told).toMatchObject({ status: 400, type: 'VALIDATION_ERROR', faults: [{ code: 'TOO_LARGE' }] })
  other.act('pause')
  await clock.run(() => stagesOf(other)[1] === 'paused' || stagesOf(other)[1] === 'done')
  server.fault = () => undefined
  other.act('retry')
  other.act('resume')
  await clock.run(() => stagesOf(other).join() === 'done,done')
  other.act('clear')
  await clock.run(() => stagesOf(other).length === 0)
})

test('a tab that lost its turn sends nothing more, and goes on looking', async () => {
  const { all, clock, server } = tabs(1)
  const [uploads] = all
  uploads.begin()
  uploads.add(found(large('a.jpg')))
  await clock.run(() => server.arrivals.size > 1)
  uploads.end()
  const before = server.calls.length
  await clock.pass(60_000)
  expect(server.calls.length).toBe(before)
  uploads.begin()
  await clock.run(() => stagesOf(uploads)[0] === 'done')
})
