import { describe, expect, test } from 'vitest'
import { allTypes, damaged, type FakeFile, type Fault, file, found, mebibyte, problem, world } from './world.fake'

const offline = () => problem('OFFLINE', 0)
const once = (call: string, fault: Fault) => {
  let left = 1
  return (name: string) => (name === call && left-- > 0 ? fault : undefined)
}
const large = (name: string, pieces = 5) => file(name, (pieces - 1) * 4 * mebibyte + mebibyte)

describe('sending', () => {
  test('small files together, a large one in pieces, and photos of all', async () => {
    const { engine, clock, server, allAre } = world()
    engine.details = { title: '{name}, {number}', tags: ['sea'], categories: [7], status: 'draft' }
    engine.add(found(file('a.jpg'), file('b.jpg'), large('c.jpg')))
    await clock.run(allAre('done'))
    expect(server.contents().sort()).toEqual(['a.jpg', 'b.jpg', 'c.jpg'])
    expect(server.arrivals.size).toBe(5)
    expect([...server.photos].sort((a, b) => a.title.localeCompare(b.title))[0]).toEqual({
      file_id: expect.any(String),
      title: 'a, 1',
      tags: ['sea'],
      categories: [7],
      status: 'draft',
    })
  })

  test('two thousand files in few requests, none failed by the limit', async () => {
    const { engine, clock, server, allAre, stages } = world()
    server.limit = 10
    engine.add(found(...Array.from({ length: 2000 }, (_, i) => file(`${i}.jpg`))))
    let seen = 0
    engine.queue.subscribe(() => {
      if (engine.patience.limit('upload')) seen++
      expect(stages()).not.toContain('failed')
    })
    await clock.run(allAre('done'))
    const requests = server.calls.filter((call) => call === 'files').length
    expect(server.photos).toHaveLength(2000)
    expect(requests).toBeLessThan(200)
    expect(seen).toBeGreaterThan(0)
    expect(server.calls.filter((call) => call === 'create').length).toBeLessThan(150)
  }, 30_000)

  test('at most three at a time', async () => {
    const { engine, clock, stages, allAre } = world()
    engine.add(found(...Array.from({ length: 9 }, (_, i) => large(`${i}.jpg`))))
    let most = 0
    engine.queue.subscribe(() => {
      most = Math.max(most, stages().filter((stage) => stage === 'sending').length)
    })
    await clock.run(allAre('done'))
    expect(most).toBe(3)
  })

  test('fewer in a request, once the server says that it takes no more', async () => {
    const { engine, clock, server, allAre } = world()
    const fault = problem('VALIDATION_ERROR', 400, 0, [{ field: 'files[]', code: 'TOO_MANY', message: '' }])
    server.fault = once('files', fault)
    engine.add(found(...Array.from({ length: 8 }, (_, i) => file(`${i}.jpg`))))
    await clock.run(allAre('done'))
    expect(server.photos).toHaveLength(8)
  })

  test('a full server is waited for, also if it says so of each file of a request', async () => {
    const { engine, clock, server, stages, allAre } = world()
    server.isFull = true
    engine.add(found(...Array.from({ length: 6 }, (_, i) => file(`${i}.jpg`))))
    await clock.pass(300_000)
    expect(stages()).not.toContain('failed')
    expect(engine.figures().rest?.problem.type).toBe('SERVICE_UNAVAILABLE')
    expect(server.calls.filter((call) => call === 'files').length).toBeLessThan(40)
    server.isFull = false
    await clock.run(allAre('done'))
    expect(server.photos).toHaveLength(6)
  })

  test('a file that the server refuses fails alone, and its retry goes on', async () => {
    const { engine, clock, server, item, allAre } = world()
    server.refused.add('bad.jpg')
    engine.add(found(file('good.jpg'), file('bad.jpg')))
    await clock.run(() => item('good.jpg').stage === 'done' && item('bad.jpg').stage === 'failed')
    expect(item('bad.jpg').problem?.message).toBe('The file is no picture.')
    server.refused.clear()
    await engine.retry()
    await clock.run(allAre('done'))
  })
})

describe('after a cut', () => {
  test('small files whose answer was lost are not sent again', async () => {
    const { engine, clock, server, allAre } = world()
    server.fault = once('files', 'lost')
    engine.add(found(...Array.from({ length: 9 }, (_, i) => file(`${i}.jpg`, 100_000))))
    await clock.run(allAre('done'))
    expect(server.calls.filter((call) => call === 'files')).toHaveLength(3)
    expect(server.photos).toHaveLength(9)
    expect(server.files_).toBe(9)
  })

  test('what had arrived before a reload is not sent again, though its answer was lost', async () => {
    const before = world()
    before.server.fault = (call) =>
      call === 'files' ? 'lost' : call === 'known' && before.server.files_ > 0 ? offline() : undefined
    before.engine.add(found(file('a.jpg')))
    await before.clock.run(() => before.server.files_ === 1)
    await before.engine.queue.saved()
    before.engine.halt()

    const after = world(before)
    before.server.fault = () => undefined
    await after.engine.restore()
    after.engine.add(found(file('a.jpg')))
    await after.clock.run(after.allAre('done'))
    expect(after.server.files_).toBe(1)
    expect(after.server.contents()).toEqual(['a.jpg'])
  })

  test('a file that is wanted twice is there twice, also if an answer is lost', async () => {
    const { engine, clock, server, item, stages, allAre } = world()
    engine.add(found(file('a.jpg', 100, 'same'), file('b.jpg', 100, 'same')))
    await clock.run(() => stages().includes('known'))
    server.fault = once('files', 'lost')
    engine.sendAnyway([item('b.jpg').key])
    await clock.run(allAre('done'))
    expect(server.contents()).toEqual(['same', 'same'])
  })

  test('requests become smaller, and files of some size go in pieces', async () => {
    const { engine, clock, server, allAre } = world()
    let cuts = 3
    server.latency = () => 6_000
    server.fault = (call) => (call === 'files' && cuts-- > 0 ? offline() : undefined)
    engine.add(found(...Array.from({ length: 12 }, (_, i) => file(`${i}.jpg`, 2 * mebibyte))))
    await clock.run(allAre('done'))
    expect(server.uploads.size).toBeGreaterThan(2)
    expect([...server.uploads.values()].every(({ chunkSize }) => chunkSize <= mebibyte)).toBe(true)
    expect(new Set(server.arrivals.values())).toEqual(new Set([1]))
  })

  test.each([1, 9])('a proxy that takes only small requests is given those, for %i pieces too', async (pieces) => {
    const { engine, clock, server, allAre } = world()
    server.largest = mebibyte
    engine.add(found(large('a.jpg', pieces), ...Array.from({ length: 9 }, (_, i) => file(`${i}.jpg`, 300_000))))
    await clock.run(allAre('done'))
    expect(server.photos).toHaveLength(10)
  })

  test('one waits longer each time, however many requests break off', async () => {
    const { engine, clock, server } = world()
    server.fault = () => offline()
    engine.add(found(...Array.from({ length: 30 }, (_, i) => file(`${i}.jpg`))))
    await clock.pass(600_000)
    expect(server.calls.length).toBeLessThan(120)
  })
})

describe('the total', () => {
  test('does not go back when a file goes on, and the speed does not jump', async () => {
    const { engine, clock, server, item, allAre } = world()
    server.latency = () => 1_000
    engine.add(found(large('a.jpg', 20)))
    await clock.run(() => item('a.jpg').sent >= 40 * mebibyte)
    const { key, sent } = item('a.jpg')
    const speed = engine.meter.speed()
    engine.pause([key])
    await clock.pass(60_000)
    engine.resume([key])
    let least = Number.POSITIVE_INFINITY
    engine.queue.subscribe(() => {
      least = Math.min(least, item('a.jpg').sent)
      expect(engine.meter.speed()).toBeLessThan(speed * 1.5)
    })
    await clock.run(allAre('done'))
    expect(least).toBeGreaterThanOrEqual(Math.min(sent, 40 * mebibyte))
  })

  test('holds nothing of a small file that failed', async () => {
    const { engine, clock, server, item } = world()
    server.fault = (call) => (call === 'files' ? problem('INTERNAL_SERVER_ERROR', 500) : undefined)
    engine.add(found(file('a.jpg')))
    await clock.run(() => item('a.jpg').stage === 'failed')
    expect(item('a.jpg').sent).toBe(0)
  })
})

test('many files are taken in by turns, and in their order', async () => {
  const { engine, clock, stages } = world()
  const size = () => {
    clock.jump(clock.now() + 3)
    return 5
  }
  const slow = (name: string) => Object.defineProperty(file(name), 'size', { get: size })
  const added = engine.add(found(...Array.from({ length: 50 }, (_, i) => slow(`${i}.txt`))))
  for (let i = 0; i < 10; i++) await Promise.resolve()
  expect(stages().length).toBeLessThan(10)
  await clock.run(() => stages().length === 50)
  expect(await added).toBe(0)
  expect(engine.queue.all().map(({ name }) => name)).toEqual(Array.from({ length: 50 }, (_, i) => `${i}.txt`))
})

describe('before sending', () => {
  test.each([
    ['notes.txt', 10, 'type'],
    ['empty.jpg', 0, 'empty'],
    ['huge.jpg', 300 * mebibyte, 'size'],
    ['text.txt.jpg', 10, 'content'],
  ])('%s of %i bytes is refused', async (name, size, refusal) => {
    const { engine, clock, server, item } = world()
    engine.add(found(file(name, size)))
    await clock.run(() => item(name).stage === 'refused')
    expect(item(name).refusal).toBe(refusal)
    expect(server.calls).toEqual([])
  })

  test('a type that the settings leave out is refused by content', async () => {
    const { engine, clock, item } = world()
    engine.limits = { ...engine.limits, types: allTypes.filter((type) => type !== 'image/jpeg') }
    engine.add(found(file('disguised.png')))
    await clock.run(() => item('disguised.png').stage === 'refused')
    expect(item('disguised.png')).toMatchObject({ refusal: 'type', type: 'image/jpeg' })
  })

  test('what a photo shows already is told, and sent only if that is wanted', async () => {
    const { engine, clock, server, item } = world()
    server.known_ = { 'sha a.jpg': 42 }
    engine.add(found(file('a.jpg'), file('b.jpg')))
    await clock.run(() => item('b.jpg').stage === 'done')
    expect(item('a.jpg')).toMatchObject({ stage: 'known', twin: 42 })
    expect(server.contents()).toEqual(['b.jpg'])
    engine.sendAnyway([item('a.jpg').key])
    await clock.run(() => item('a.jpg').stage === 'done')
    expect(server.contents()).toEqual(['b.jpg', 'a.jpg'])
  })

  test('the same content twice in the queue is sent once', async () => {
    const { engine, clock, server, item } = world()
    engine.add(found(file('a.jpg', mebibyte, 'same'), file('copy.jpg', mebibyte, 'same')))
    await clock.run(() => item('a.jpg').stage === 'done')
    expect(item('copy.jpg')).toMatchObject({ stage: 'known', twin: 0 })
    expect(server.contents()).toEqual(['same'])
  })

  test('a file that is dropped twice is in the queue once', async () => {
    const { engine, stages } = world()
    engine.add(found(file('a.jpg')))
    expect(await engine.add(found(file('a.jpg')))).toBe(1)
    expect(stages()).toHaveLength(1)
  })

  test('two files of one name, as two cameras give it, are two', async () => {
    const { engine, clock, server, allAre } = world()
    expect(await engine.add(found(file('DSC_0001.jpg', 100, 'one'), file('DSC_0001.jpg', 200, 'two')))).toBe(0)
    await clock.run(allAre('done'))
    expect(server.contents().sort()).toEqual(['one', 'two'])
  })
})

describe('when the network fails', () => {
  test('a cut ends by itself, and no piece is received twice', async () => {
    const { engine, clock, server, item, allAre } = world()
    const end = clock.now() + 20_000
    server.fault = (call) =>
      call === 'known' || clock.now() > end || clock.now() < end - 19_200 ? undefined : offline()
    engine.add(found(large('a.jpg', 12)))
    await clock.run(() => item('a.jpg').retryAt !== undefined)
    expect(item('a.jpg').problem).toMatchObject({ type: 'OFFLINE' })
    await clock.run(allAre('done'))
    expect(item('a.jpg').retryAt).toBeUndefined()
    expect(new Set(server.arrivals.values())).toEqual(new Set([1]))
  })

  test('the connection that is back is used at once', async () => {
    const { engine, clock, server, item } = world()
    server.fault = (call) => (call === 'chunk' ? offline() : undefined)
    engine.add(found(large('a.jpg')))
    await clock.run(() => (item('a.jpg').retryAt ?? 0) - clock.now() > 20_000)
    server.fault = () => undefined
    const before = clock.now()
    engine.wake()
    await clock.run(() => item('a.jpg').stage === 'done')
    expect(clock.now() - before).toBeLessThan(10_000)
  })

  test.each(['files', 'begin', 'chunk', 'complete', 'create', 'status', 'known', 'state'])(
    'an answer to %s that is lost does nothing twice',
    async (call) => {
      const { engine, clock, server, allAre } = world()
      server.fault = once(call, 'lost')
      engine.add(found(file('a.jpg'), large('b.jpg')))
      await clock.run(allAre('done'))
      expect(server.contents().sort()).toEqual(['a.jpg', 'b.jpg'])
      expect(server.uploads.size).toBe(1)
      expect(new Set(server.arrivals.values())).toEqual(new Set([1]))
    },
  )

  test.each(['files', 'begin', 'chunk', 'complete', 'create'])('503 to %s is waited for', async (call) => {
    const { engine, clock, server, item, allAre } = world()
    server.fault = once(call, problem('SERVICE_UNAVAILABLE', 503, 7))
    engine.add(found(call === 'files' || call === 'create' ? file('a.jpg') : large('a.jpg')))
    await clock.run(() => item('a.jpg').retryAt !== undefined)
    expect((item('a.jpg').retryAt ?? 0) - clock.now()).toBeGreaterThan(5_000)
    await clock.run(allAre('done'))
  })

  test('addresses of pieces that have expired are asked for anew', async () => {
    const { engine, clock, server, allAre } = world()
    server.fault = once('chunk', problem('PERMISSION_DENIED', 403))
    engine.add(found(large('a.jpg')))
    await clock.run(allAre('done'))
    expect(server.calls).toContain('state')
  })

  test('an upload that the server has forgotten is begun anew', async () => {
    const { engine, clock, server, item, allAre } = world()
    server.fault = (call) => (call === 'chunk' && server.arrivals.size === 2 ? offline() : undefined)
    engine.add(found(large('a.jpg')))
    await clock.run(() => item('a.jpg').retryAt !== undefined)
    server.uploads.clear()
    server.fault = () => undefined
    await clock.run(allAre('done'))
    expect(server.contents()).toEqual(['a.jpg'])
  })

  test('bytes that were damaged on the way are sent again', async () => {
    const { engine, clock, server, allAre } = world()
    server.fault = once('complete', problem('UNPROCESSABLE_ENTITY', 422))
    engine.add(found(large('a.jpg')))
    await clock.run(allAre('done'))
    expect(server.aborted).toHaveLength(1)
    expect(server.contents()).toEqual(['a.jpg'])
  })

  test('a piece that is damaged on the way is sent again, and no other', async () => {
    const { engine, clock, server, allAre } = world()
    server.fault = once('chunk', damaged())
    engine.add(found(large('a.jpg')))
    await clock.run(allAre('done'))
    expect(server.calls.filter((call) => call === 'chunk')).toHaveLength(6)
    expect(server.aborted).toEqual([])
  })

  test.each(['files', 'begin', 'known', 'complete', 'create', 'status'])(
    'who is signed out at %s goes on after signing in',
    async (call) => {
      const { engine, clock, server, allAre, stages } = world()
      server.fault = once(call, problem('TOKEN_EXPIRED', 401))
      engine.add(found(file('a.jpg'), large('b.jpg')))
      await clock.run(() => server.calls.includes(call))
      const before = server.calls.length
      await clock.pass(600_000)
      expect(server.calls.length - before).toBeLessThan(5) // those that were under way
      expect(stages()).not.toContain('failed')
      engine.wake()
      await clock.run(allAre('done'))
      expect(new Set(server.arrivals.values())).toEqual(new Set([1]))
    },
  )

  test('nothing is sent for who has left', async () => {
    const { engine, clock, server, allAre } = world()
    engine.add(found(large('a.jpg', 9), file('b.jpg')))
    await clock.run(() => server.arrivals.size > 2)
    engine.halt()
    const before = server.calls.length
    await clock.pass(600_000)
    expect(server.calls).toHaveLength(before)
    engine.wake()
    await clock.run(allAre('done'))
    expect(new Set(server.arrivals.values())).toEqual(new Set([1]))
  })
})

describe('pausing', () => {
  test('one stops, the others go on, and it goes on where it was', async () => {
    const { engine, clock, server, item, allAre } = world()
    engine.add(found(large('a.jpg', 9), large('b.jpg', 9)))
    await clock.run(() => item('a.jpg').sent > 9 * mebibyte)
    const { key } = item('a.jpg')
    engine.pause([key])
    const arrived = [...server.arrivals].filter(([address]) => address.startsWith(item('a.jpg').uploadId ?? '')).length
    await clock.run(() => item('b.jpg').stage === 'done')
    expect(item('a.jpg').stage).toBe('paused')
    expect([...server.arrivals].filter(([address]) => address.startsWith(item('a.jpg').uploadId ?? ''))).toHaveLength(
      arrived,
    )
    engine.resume([key])
    await clock.run(allAre('done'))
    expect(new Set(server.arrivals.values())).toEqual(new Set([1]))
  })

  test('one of a request stops, and the others of it are sent without it', async () => {
    const { engine, clock, server, item } = world()
    engine.add(found(...Array.from({ length: 20 }, (_, i) => file(`${i}.jpg`))))
    await clock.run(() => item('0.jpg').stage === 'sending')
    engine.pause([item('0.jpg').key])
    await clock.run(() => server.photos.length === 19)
    expect(server.contents()).not.toContain('0.jpg')
  })

  test('all stop, and nothing is sent until they are resumed', async () => {
    const { engine, clock, server, allAre } = world()
    engine.add(found(large('a.jpg', 9), file('b.jpg'), large('c.jpg', 3)))
    await clock.run(() => server.arrivals.size > 3)
    engine.pause()
    await clock.pass(5_000)
    const before = server.calls.length
    await clock.pass(600_000)
    expect(server.calls.filter((call) => call !== 'status' && call !== 'create').length).toBeLessThanOrEqual(before)
    engine.resume()
    await clock.run(allAre('done'))
  })

  test('a file that was changed meanwhile is told, and sent anew only if that is wanted', async () => {
    const { engine, clock, server, item, allAre } = world()
    const one = large('a.jpg', 9)
    engine.add(found(one))
    await clock.run(() => server.arrivals.size > 2)
    engine.pause()
    ;(one as unknown as FakeFile).content = 'other'
    engine.resume()
    await clock.run(() => item('a.jpg').stage === 'changed')
    expect(server.photos).toEqual([])
    engine.sendAnyway([item('a.jpg').key])
    await clock.run(allAre('done'))
    expect(server.contents()).toEqual(['other'])
    expect(server.aborted).toHaveLength(1)
  })

  test.each([1, 9])('a file that is changed while it is sent, in %i pieces, is told', async (pieces) => {
    const { engine, clock, server, item } = world()
    const one = large('a.jpg', pieces)
    server.fault = (call) => {
      if (call !== 'chunk' && call !== 'files') return undefined
      ;(one as unknown as FakeFile).readable = false
      return offline()
    }
    engine.add(found(one, file('b.jpg')))
    await clock.run(() => item('a.jpg').stage === 'changed')
    server.fault = () => undefined
    await clock.run(() => item('b.jpg').stage === 'done')
  })
})

describe('after a reload', () => {
  test('the same file goes on with the pieces that are missing', async () => {
    const before = world()
    before.engine.add(found(large('a.jpg', 9)))
    await before.clock.run(() => before.server.arrivals.size > 3)
    before.engine.pause()
    await before.engine.queue.saved()

    const after = world(before)
    await after.engine.restore()
    expect(after.stages()).toEqual(['absent'])
    after.engine.add(found(large('a.jpg', 9)))
    await after.clock.run(after.allAre('done'))
    expect(after.server.arrivals.size).toBe(9)
    expect(new Set(after.server.arrivals.values())).toEqual(new Set([1]))
    expect(after.store.records.size).toBe(0)
  })

  test.each([
    ['of another size', large('a.jpg', 8)],
    ['of the same size and time, by its content', file('a.jpg', 33 * mebibyte, 'other')],
  ])('another file %s is told', async (_, other) => {
    const before = world()
    before.engine.add(found(large('a.jpg', 9)))
    await before.clock.run(() => before.server.arrivals.size > 3)
    before.engine.pause()
    await before.engine.queue.saved()

    const after = world(before)
    await after.engine.restore()
    after.engine.add(found(other))
    await after.clock.run(() => after.stages()[0] === 'changed')
    after.engine.sendAnyway([after.item('a.jpg').key])
    await after.clock.run(after.allAre('done'))
    expect(after.server.contents()).toEqual([(other as unknown as FakeFile).content])
  })

  test('a file that was only touched goes on', async () => {
    const before = world()
    before.engine.add(found(large('a.jpg', 9)))
    await before.clock.run(() => before.server.arrivals.size > 3)
    before.engine.pause()
    await before.engine.queue.saved()

    const after = world(before)
    await after.engine.restore()
    const touched = large('a.jpg', 9)
    ;(touched as unknown as FakeFile).lastModified++
    after.engine.add(found(touched))
    await after.clock.run(after.allAre('done'))
    expect(new Set(after.server.arrivals.values())).toEqual(new Set([1]))
  })

  test('what came in before the store was read stays as it is', async () => {
    const before = world()
    before.engine.add(found(large('a.jpg', 9)))
    await before.clock.run(() => before.server.arrivals.size > 3)
    await before.engine.restore()
    await before.clock.run(before.allAre('done'))
    expect(before.server.contents()).toEqual(['a.jpg'])
  })

  test('what had arrived needs no file to become a photo', async () => {
    const before = world()
    before.server.fault = (call) => (call === 'create' ? offline() : undefined)
    before.engine.add(found(file('a.jpg')))
    await before.clock.run(() => before.item('a.jpg').stage === 'sent')
    await before.engine.queue.saved()
    before.engine.pause()

    const after = world(before)
    before.server.fault = () => undefined
    await after.engine.restore()
    await after.clock.run(after.allAre('done'))
    expect(after.server.contents()).toEqual(['a.jpg'])
  })
})

describe('on the server', () => {
  test('a server that lacks room for pictures is waited for, and says so', async () => {
    const { engine, clock, server, item, allAre } = world()
    server.lacksRoom = true
    engine.add(found(file('a.jpg')))
    await clock.run(() => item('a.jpg').lack !== undefined)
    expect(item('a.jpg')).toMatchObject({ stage: 'processing', lack: { error_reason: 'no_room' } })
    server.lacksRoom = false
    await clock.run(allAre('done'))
  })

  test('a picture that cannot be made is told, and tried again', async () => {
    const { engine, clock, server, item, allAre } = world()
    server.broken.add('a.jpg')
    engine.add(found(file('a.jpg')))
    await clock.run(() => item('a.jpg').stage === 'failed')
    expect(item('a.jpg')).toMatchObject({ failedAt: 'processing', problem: { message: 'The picture is cut short.' } })
    engine.retry()
    await clock.run(allAre('done'))
    expect(server.photos).toHaveLength(1)
  })

  test('a picture that was found broken before its photo was made is told, and tried again', async () => {
    const { engine, clock, server, item, allAre } = world()
    server.broken.add('a.jpg')
    server.unmade.add('a.jpg')
    engine.add(found(file('a.jpg'), file('b.jpg')))
    await clock.run(() => item('a.jpg').stage === 'failed' && item('b.jpg').stage === 'done')
    expect(item('a.jpg')).toMatchObject({ failedAt: 'processing', problem: { message: 'The picture is cut short.' } })
    engine.retry()
    await clock.run(allAre('done'))
    expect(server.contents().sort()).toEqual(['a.jpg', 'b.jpg'])
  })

  test('a photo that cannot be made is told, and made again', async () => {
    const { engine, clock, server, item, allAre } = world()
    server.fault = once('create', problem('VALIDATION_ERROR', 400))
    engine.add(found(file('a.jpg')))
    await clock.run(() => item('a.jpg').stage === 'failed')
    await engine.retry()
    await clock.run(allAre('done'))
    expect(server.calls.filter((call) => call === 'files')).toHaveLength(1)
  })
})

test('what is removed is aborted, and forgotten', async () => {
  const { engine, clock, server, item, store } = world()
  engine.add(found(large('a.jpg', 9)))
  await clock.run(() => server.arrivals.size > 1)
  engine.remove([item('a.jpg').key])
  await clock.pass(10_000)
  await engine.queue.saved()
  expect(server.uploads.size).toBe(0)
  expect(server.photos).toEqual([])
  expect(store.records.size).toBe(0)
})

// Whatever happens, in any order: every file becomes one photo, and none is failed.
test.each(Array.from({ length: 40 }, (_, seed) => seed))('chaos %i', async (seed) => {
  const { engine, clock, server, allAre, stages } = world()
  const random = generator(seed)
  server.limit = 10
  server.latency = () => random() * 2_000
  server.fault = () => {
    const n = random()
    if (n < 0.08) return offline()
    if (n < 0.14) return 'lost'
    if (n < 0.18) return problem('SERVICE_UNAVAILABLE', 503, Math.floor(random() * 5))
    if (n < 0.22) return problem('RATE_LIMIT_EXCEEDED', 429, Math.floor(random() * 30))
    return undefined
  }
  const files = Array.from({ length: 30 }, (_, i) => (random() < 0.3 ? large(`${i}.jpg`, 3 + i) : file(`${i}.jpg`)))
  engine.add(found(...files))
  for (let i = 0; i < 5; i++) {
    await clock.pass(random() * 8_000)
    engine.pause(
      engine.queue
        .all()
        .filter(() => random() < 0.3)
        .map((item) => item.key),
    )
    await clock.pass(random() * 8_000)
    engine.resume()
  }
  await clock.run(() => allAre('done')() || stages().includes('failed'))
  expect(stages()).not.toContain('failed')
  expect(server.contents().sort()).toEqual(files.map((one) => one.name).sort())
})

function generator(seed: number): () => number {
  let state = seed * 2654435761 + 1
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return state / 2 ** 32
  }
}
