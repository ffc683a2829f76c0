// What the browser tests wait for, so that none of them waits for a time to pass.
import assert from 'node:assert/strict'
import { setTimeout as sleep } from 'node:timers/promises'

// until asks again and again until what the server does in the background is done.
export async function until(done) {
  while (!(await done())) await sleep(50)
}

// turn waits until a page has run the timers that are due, and drawn what they changed.
export const turn = (page) => page.evaluate(() => new Promise((done) => setTimeout(() => requestAnimationFrame(() => setTimeout(done)))))

// watchIdle returns a function that waits until a page has been answered all that it has requested.
export function watchIdle(page) {
  const pending = new Set()
  let requests = 0
  let settled = () => {}
  page.on('request', (request) => {
    requests++
    pending.add(request)
  })
  for (const end of ['requestfinished', 'requestfailed']) {
    page.on(end, (request) => {
      pending.delete(request)
      if (pending.size === 0) settled()
    })
  }
  return async () => {
    for (let before = -1; before !== requests; ) {
      before = requests
      if (pending.size > 0) await new Promise((resolve) => { settled = resolve })
      await turn(page) // what an answer leads to may be another request
    }
  }
}

// drawnAtOnce waits for an element while the clock of its page stands still: only what is due at once is done.
export async function drawnAtOnce(page, locator) {
  for (let attempts = 0; attempts < 1000; attempts++) {
    if (await locator.count()) return
    await page.clock.runFor(0)
  }
  assert.fail(`${locator} is not there after 1000 attempts`)
}
