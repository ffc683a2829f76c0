import { expect, test } from 'vitest'
import { file, found, world } from './world.fake'

test.each([false, true])('a retry waits until the server has begun anew; without a photo: %s', async (isUnmade) => {
  const { engine, clock, server, item, allAre } = world()
  server.broken.add('a.jpg')
  if (isUnmade) server.unmade.add('a.jpg')
  engine.add(found(file('a.jpg')))
  await clock.run(() => item('a.jpg').stage === 'failed')
  const latencies = [5_000]
  server.latency = () => latencies.shift() ?? 50
  engine.retry()
  await clock.run(allAre('done'))
  expect(server.photos).toHaveLength(1)
})
