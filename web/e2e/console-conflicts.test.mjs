// Two people change the same thing of the console at once, in every form that changes something.
import { after, before, describe, test } from 'node:test'
import assert from 'node:assert/strict'
import { everyLook, password, workshop } from './console.mjs'

let shop
before(async () => {
  shop = await workshop()
})
after(() => shop?.close())

const button = (page, name) => page.getByRole('button', { name, exact: true })

// edit opens the form of what has a menu.
const edit = async (page, name, item = 'Edit…') => {
  await page.locator('main').getByRole('button', { name: new RegExp(name) }).last().click()
  await page.getByRole('menuitem', { name: item, exact: true }).click()
}

// What is changed: how it is made and found, a field that both change, and one that only the other does.
const things = {
  'a tag': {
    make: () => shop.ask('POST', '/tags', { name: 'mist' }),
    api: '/tags',
    screen: '/tags?search=mist',
    open: (page) => edit(page, 'mist'),
    label: 'Description',
    field: 'description',
    other: { icon: 'cloud' },
  },
  'a user': {
    make: () => shop.ask('POST', '/users', { username: 'vivian', email: 'vivian@example.com', password, role: 'editor' }),
    api: '/users',
    screen: '/users?search=vivian',
    open: (page) => button(page, 'Edit vivian').click(),
    label: 'Name to be shown',
    field: 'display_name',
    other: { role: 'admin' },
  },
  'an event': {
    make: () => shop.ask('POST', '/timeline/events', { title: 'Prize', date: '2026-05-31' }),
    api: '/timeline/events',
    screen: '/timeline',
    open: (page) => button(page, 'Edit “Prize”').click(),
    label: 'Description',
    field: 'description',
    other: { type: 'award' },
  },
  'a category': {
    make: () => shop.ask('POST', '/categories', { name: 'Towns' }),
    api: '/categories',
    screen: '/categories',
    open: (page) => page.getByRole('treeitem', { name: /Towns/ }).dblclick(),
    label: 'Description',
    field: 'description',
    other: { icon: 'house' },
  },
  'a share link': {
    make: async () => {
      const [photo] = await shop.ask('GET', '/photos?limit=1')
      return shop.ask('POST', '/shares', { title: 'Proofs', photo_ids: [photo.id] })
    },
    api: '/shares',
    screen: '/shares',
    open: (page) => button(page, 'Edit “Proofs”').click(),
    label: 'Title',
    field: 'title',
    other: { allow_download: true },
  },
  'a webhook': {
    make: () => shop.ask('POST', '/webhooks', { url: 'https://example.com/one', events: ['user.login'] }),
    api: '/webhooks',
    screen: '/webhooks',
    open: (page) => page.getByRole('button', { name: /^Edit https/ }).click(),
    label: 'Address',
    field: 'url',
    mine: 'https://example.com/mine',
    theirs: 'https://example.com/theirs',
    other: { events: ['photo.created'] },
  },
}

for (const [name, { make, api, screen, open, label, field, other, mine = 'Mine', theirs = 'Theirs' }] of Object.entries(things)) {
  describe(name, () => {
    let made
    before(async () => {
      made = await make()
    })
    const named = new RegExp(`^${label}( \\*)?$`) // with a star where it is required
    const at = () => `${api}/${made.id}`
    const begin = async () => {
      const { context, page } = await shop.enter({}, screen)
      await open(page)
      const dialog = page.getByRole('dialog')
      await dialog.getByLabel(named).waitFor()
      return { context, page, dialog }
    }

    test('changes of different fields both stand', async () => {
      const { context, dialog } = await begin()
      await dialog.getByLabel(named).fill(mine)
      await shop.ask('PUT', at(), other)
      await button(dialog, 'Save').click()
      await dialog.waitFor({ state: 'detached' })
      const [[key, value]] = Object.entries(other)
      const now = await shop.ask('GET', at())
      assert.deepEqual([now[field], now[key]], [mine, value])
      await shop.ask('PUT', at(), { [field]: made[field] })
      await context.close()
    })

    test('of the same field both versions are shown, and one is chosen', async () => {
      const { context, page, dialog } = await begin()
      const input = dialog.getByLabel(named)
      await input.fill(mine)
      await shop.ask('PUT', at(), { [field]: theirs })
      await button(dialog, 'Save').click()
      await dialog.getByText('Someone else has changed this meanwhile.').waitFor()
      await dialog.getByRole('row').filter({ hasText: mine }).filter({ hasText: theirs }).waitFor()
      assert.equal(await input.inputValue(), mine, 'what was typed stays')
      await button(dialog, 'Take theirs').click()
      await dialog.getByRole('alert').waitFor({ state: 'detached' })
      assert.equal(await input.inputValue(), theirs)
      assert.ok(await button(dialog, 'Save').isDisabled(), 'there is nothing to save')

      await input.fill(mine)
      await shop.ask('PUT', at(), { [field]: `${theirs}2` })
      await button(dialog, 'Save').click()
      await button(dialog, 'Save mine').click()
      await dialog.waitFor({ state: 'detached' })
      assert.equal((await shop.ask('GET', at()))[field], mine)
      await shop.ask('DELETE', at())
      await page.close()
      await context.close()
    })
  })
}

test('the choice at every width, in both schemes and languages', async () => {
  const tag = await shop.ask('POST', '/tags', { name: 'fog' })
  let versions = 0
  await everyLook(
    shop,
    'conflict',
    '/tags?search=fog',
    async (page, locale) => {
      await edit(page, 'fog', locale === 'en' ? 'Edit…' : '编辑…')
      const dialog = page.getByRole('dialog')
      await dialog.locator('textarea').first().fill('Mine')
      await shop.ask('PUT', `/tags/${tag.id}`, { description: `Theirs ${++versions}` })
      await dialog.locator('button[type=submit]').click()
      await dialog.getByRole('table').waitFor()
    },
    ['fog'],
    /409/,
  )
})
