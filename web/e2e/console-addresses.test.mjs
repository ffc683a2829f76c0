// Addresses of the console as people have them: old, mistyped, or not for them.
import { after, before, test } from 'node:test'
import assert from 'node:assert/strict'
import { password, workshop } from './console.mjs'

let shop
before(async () => {
  shop = await workshop()
})
after(() => shop?.close())

test('an address of nothing says so, and asks the server for nothing', async () => {
  const { context, page, problems } = await shop.enter({}, '/account')
  const asked = []
  page.on('request', (r) => /\/v1\/(photos|shares|webhooks)\b/.test(r.url()) && asked.push(r.url()))
  for (const path of ['/photos/abc', '/photos/-1', '/shares/abc', '/webhooks/one', '/nothing']) {
    await page.goto(`${shop.server.url}/admin${path}`)
    await page.getByRole('heading', { name: 'This is not there.' }).waitFor()
  }
  assert.deepEqual(asked, [])
  assert.deepEqual(problems, [])
  await context.close()
})

test('what the library does not know in its address is left out', async () => {
  const { context, page, problems } = await shop.enter({}, '/?status=bogus&year=x&colour=blue')
  await page.getByText('14 photos').waitFor()
  assert.deepEqual(problems, [])
  await context.close()
})

test('who has no use for the photos begins at what is theirs', async () => {
  await shop.ask('POST', '/users', { username: 'visitor', email: 'visitor@example.com', password, role: 'user' })
  const { context, page, problems } = await shop.enter({}, '/', 'visitor')
  await page.getByRole('heading', { name: 'Your account' }).waitFor()
  assert.deepEqual(problems, [])
  await context.close()
})
