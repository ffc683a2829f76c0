// The webhooks of the console: made, tried, followed in their log, and ended.
import { after, before, test } from 'node:test'
import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { everyLook, password, workshop } from './console.mjs'
import { receive } from './receiver.mjs'
import { recordTexts } from './texts.mjs'
import { until } from './waiting.mjs'

let shop, receiver
before(async () => {
  process.env.VITRINE_WEBHOOK_ALLOW_PRIVATE = 'true' // the receiver is on this machine
  receiver = await receive()
  shop = await workshop()
})
after(async () => {
  await shop?.close()
  await receiver?.close()
})

const button = (page, name) => page.getByRole('button', { name, exact: true })
const makeWebhook = (body) => shop.ask('POST', '/webhooks', { url: receiver.url, events: ['photo.updated'], ...body })

// isSignedWith tells whether a message is genuine by Standard Webhooks.
function isSignedWith(secret, { headers, body }) {
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64')
  const signed = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`
  return headers['webhook-signature'].split(' ').includes(`v1,${createHmac('sha256', key).update(signed).digest('base64')}`)
}

// repeatsOf counts the messages that were sent before.
const repeatsOf = (messages) => messages.length - new Set(messages.map(({ headers }) => headers['webhook-id'])).size

// takeSecret copies the secret that is shown, and closes its dialog.
async function takeSecret(page) {
  const shown = await recordTexts(page)
  const dialog = page.getByRole('dialog')
  await dialog.getByText('It is shown now, and never again.').waitFor()
  await page.keyboard.press('Escape')
  const secret = await dialog.getByLabel('Secret').inputValue()
  await button(dialog, 'Copy the secret').click()
  await shown(/^Copied$/)
  assert.equal(await page.evaluate(() => navigator.clipboard.readText()), secret)
  await button(dialog, 'I have kept it').click()
  await dialog.waitFor({ state: 'detached' })
  return secret
}

test('a webhook is made past a refusal, shows its secret once, and signs what it sends with it', async () => {
  const { context, page, problems } = await shop.enter({ permissions: ['clipboard-read', 'clipboard-write'] }, '/webhooks')
  await page.getByText('No webhooks yet.').waitFor()
  await button(page, 'New webhook').click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Address').fill('somewhere')
  await button(dialog, 'Make the webhook').click()
  await page.waitForFunction(() => document.querySelector('[role=dialog] input[type=url]')?.getAttribute('aria-invalid') === 'true')
  await dialog.locator('.mantine-InputWrapper-error, .mantine-CheckboxGroup-error').nth(1).waitFor()
  await dialog.getByLabel('Address').fill(receiver.url)
  await dialog.getByRole('group', { name: 'Photos' }).getByLabel('A photo is changed').check()
  await dialog.getByLabel('Someone signs in').check()
  await button(dialog, 'Make the webhook').click()
  const secret = await takeSecret(page)
  await page.getByText('A photo is changed, Someone signs in').waitFor()

  await page.getByRole('link', { name: `Deliveries to ${receiver.url}` }).click()
  await button(page, 'Send a test').click()
  await page.getByRole('status').getByText(/The receiver accepted it: 200 after/).waitFor()
  assert.ok(isSignedWith(secret, receiver.messages.at(-1)))
  await page.getByText('answered 200').waitFor()
  await button(page, 'Details').click()
  await page.getByText('thank you').waitFor()
  await page.getByText('"event": "webhook.test"').waitFor()

  const [{ id }] = await shop.ask('GET', '/photos?limit=1')
  receiver.answer.status = 503
  await shop.ask('PUT', `/photos/${id}`, { description: 'Told of elsewhere' })
  await page.reload()
  await page.getByRole('listitem').getByText('A photo is changed').waitFor()
  await page.getByText(/next attempt/).waitFor()
  receiver.answer.status = 200
  await button(page, 'Send again').first().click()
  await page.getByRole('status').getByText(/The receiver accepted it/).waitFor()
  assert.equal(receiver.messages.at(-1).headers['webhook-id'], receiver.messages.at(-2).headers['webhook-id'])
  assert.deepEqual(problems.filter((text) => !text.includes('400')), [])
  await context.close()
})

test('the log is narrowed in its address, and several are sent again at once, as text whatever they say', async () => {
  const webhook = await makeWebhook({ events: ['photo.updated', 'photo.created'] })
  const [{ id }] = await shop.ask('GET', '/photos?limit=1')
  const evil = '<img src=x onerror=alert(1)>'
  for (let n = 0; n < 22; n++) await shop.ask('PUT', `/photos/${id}`, { description: `${evil} ${n}` })
  await shop.ask('POST', '/photos', { title: 'New', status: 'draft' })
  const log = `/webhooks/${webhook.id}/deliveries`
  await until(async () => (await shop.ask('GET', `${log}?status=delivered&limit=100`)).length === 23)
  const { context, page, problems } = await shop.enter({}, '/account')
  await page.goto(new URL(`/admin/webhooks/${webhook.id}`, page.url()).href)
  await page.getByText('23 deliveries').waitFor()
  await page.getByText('Page 1 of 2').waitFor()
  await page.getByLabel('Event').selectOption('photo.updated')
  await page.waitForURL(/event=photo.updated/)
  await page.getByText('22 deliveries').waitFor()
  await button(page, 'Details').first().click()
  await page.getByText(evil, { exact: false }).first().waitFor()
  assert.equal(await page.locator('main img').count(), 0)

  await button(page, 'Choose this page').click()
  await page.getByText('20 chosen').waitFor()
  await button(page, 'Next page').click()
  await page.getByText('Page 2 of 2').waitFor()
  await page.getByRole('checkbox').first().check()
  const before = repeatsOf(receiver.messages)
  await page.getByRole('region', { name: 'Chosen deliveries' }).getByRole('button', { name: 'Send again' }).click()
  await page.getByText('21 are being sent again.').waitFor()
  await receiver.until((messages) => repeatsOf(messages) >= before + 21)
  await page.getByLabel('State').selectOption('dead')
  await page.getByText('No delivery matches.').waitFor()
  await button(page, 'Clear the filters').click()
  await page.getByText('23 deliveries').waitFor()
  assert.deepEqual(problems, [])
  await shop.ask('DELETE', `/webhooks/${webhook.id}`)
  await context.close()
})

test('a test that fails says why', async () => {
  const { id } = await makeWebhook({ url: 'http://127.0.0.1:9/nobody' })
  const { context, page } = await shop.enter({}, `/webhooks/${id}`)
  await button(page, 'Send a test').click()
  await page.getByRole('alert').or(page.getByRole('status')).getByText('It failed.').waitFor()
  await page.getByText(/refused/).first().waitFor()
  await shop.ask('DELETE', `/webhooks/${id}`)
  await context.close()
})

test('a webhook is changed, switched off and on, given another secret, and deleted', async () => {
  const webhook = await makeWebhook({ url: `${receiver.url}/other` })
  const { context, page, problems } = await shop.enter({ permissions: ['clipboard-read', 'clipboard-write'] }, '/webhooks')
  const read = () => shop.ask('GET', `/webhooks/${webhook.id}`)
  await button(page, `Edit ${webhook.url}`).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('A backup ends').check()
  await shop.ask('PUT', `/webhooks/${webhook.id}`, { events: ['photo.deleted'] })
  await button(dialog, 'Save').click()
  await dialog.getByText('Someone else has changed this meanwhile.').waitFor()
  await button(dialog, 'Save mine').click()
  await page.getByText('Saved').waitFor()
  assert.deepEqual((await read()).events.sort(), ['photo.updated', 'system.backup'])

  await button(page, `Switch off ${webhook.url}`).click()
  await page.getByText('The webhook is off.').waitFor()
  assert.equal((await read()).is_active, false)
  await button(page, `Switch on ${webhook.url}`).click()
  await page.getByText('The webhook is on again.').waitFor()

  await button(page, `New secret for ${webhook.url}`).click()
  await dialog.getByText('The receiver refuses that until it has the new secret.').waitFor()
  await button(dialog, 'Make a new secret').click()
  const secret = await takeSecret(page)
  assert.match(secret, /^whsec_/)
  assert.notEqual(secret, webhook.secret)

  await button(page, `Delete ${webhook.url}`).click()
  await dialog.getByText(`Nothing more is sent to ${webhook.url}`).waitFor()
  await button(dialog, 'Delete').click()
  await page.getByText('The webhook is deleted.').waitFor()
  await page.getByText(webhook.url).waitFor({ state: 'detached' })
  assert.deepEqual(problems.filter((text) => !text.includes('409')), [])
  await context.close()
})

test('who may not see webhooks is told which permission is missing', async () => {
  await shop.ask('POST', '/users', { username: 'vivian', email: 'vivian@example.com', password, role: 'editor' })
  const { context, page } = await shop.enter({}, '/webhooks', 'vivian')
  await page.getByRole('alert').getByText('webhook.read').waitFor()
  assert.equal(await page.getByRole('link', { name: 'Webhooks' }).count(), 0)
  await context.close()
})

test('the screens look right in every width, scheme and language', async () => {
  const { id } = await makeWebhook({ url: `${receiver.url}/looked/at`, is_active: false })
  receiver.answer.status = 503
  await shop.ask('POST', `/webhooks/${id}/test`)
  await everyLook(shop, 'webhooks', '/webhooks', (page) => page.getByText('/looked/at').waitFor())
  await everyLook(shop, 'deliveries', `/webhooks/${id}`, async (page) => {
    await page.locator('main [aria-expanded]').first().click()
    await page.locator('h1 + button').click()
    await page.locator('main [role=status], main [role=alert]').first().waitFor()
  })
  await everyLook(shop, 'webhook', '/webhooks', async (page) => {
    await page.locator('h1 + button').click()
    await page.getByRole('dialog').locator('input').nth(3).waitFor()
  })
})
