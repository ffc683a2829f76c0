import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { extensions, kindByName, kindOf } from './kind'
import { Meter } from './meter'
import { readContent } from './reader'
import { Sha256 } from './sha256'
import { titleOf } from './title'

describe('the hash', () => {
  test.each([
    ['', 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'],
    ['abc', 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad'],
  ])('of "%s" is the standard’s', (text, hash) => expect(new Sha256().update(Buffer.from(text)).hex()).toBe(hash))

  test('is the same however the bytes come', () => {
    const bytes = Uint8Array.from({ length: 1000 }, (_, i) => (i * 7919) & 255)
    for (let length = 0; length < 300; length++) {
      const whole = bytes.subarray(0, length)
      const cut = Math.floor(length / 3)
      const sum = new Sha256().update(whole.subarray(0, cut)).update(whole.subarray(cut)).hex()
      expect(sum).toBe(createHash('sha256').update(whole).digest('hex'))
    }
  })

  test('of a file larger than what is read at once', async () => {
    const bytes = new Uint8Array(33 * 1024 * 1024).fill(7)
    const { sha256, type } = await readContent(new Blob([bytes]))
    expect(sha256).toBe(createHash('sha256').update(bytes).digest('hex'))
    expect(type).toBeUndefined()
  })
})

describe('the kind of a file', () => {
  const box = (brand: string) =>
    Buffer.concat([Buffer.from([0, 0, 0, 24]), Buffer.from(`ftyp${brand}\0\0\0\0mif1miaf`)])
  test.each([
    ['image/jpeg', Buffer.from([0xff, 0xd8, 0xff, 0xe0])],
    ['image/png', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])],
    ['image/gif', Buffer.from('GIF89a')],
    ['image/webp', Buffer.from('RIFF\x10\0\0\0WEBPVP8 ')],
    ['image/tiff', Buffer.from([0x4d, 0x4d, 0, 0x2a])],
    ['image/avif', box('avif')],
    ['image/heic', box('heic')],
    [undefined, Buffer.from('<svg xmlns=')],
    [undefined, Buffer.alloc(0)],
  ])('%s', (type, head) => expect(kindOf(head)).toBe(type))

  test('of a photograph of the demonstration', async () => {
    const { type } = await readContent(new Blob([readFileSync('../../testdata/demo/fig.jpg')]))
    expect(type).toBe('image/jpeg')
  })

  test('by its name', () => {
    expect(kindByName('IMG_0001.HEIC')).toBe('image/heic')
    expect(kindByName('notes')).toBeUndefined()
    expect(extensions(['image/png', 'image/tiff'])).toBe('.png,.tif,.tiff')
  })
})

describe('the title', () => {
  const one = { name: 'Evening.at.home.JPG', folder: '2026/海边', number: 12, modified: Date.UTC(2026, 4, 31) }
  test.each([
    ['{name}', 'Evening.at.home'],
    ['{folder} {number} · {date}', '海边 12 · 2026-05-31'],
    ['{unknown}', '{unknown}'],
    ['  ', 'Evening.at.home'],
  ])('%s', (pattern, title) => expect(titleOf(pattern, one)).toBe(title))
  test('is no longer than it may be', () => expect([...titleOf('🏔'.repeat(300), one)]).toHaveLength(200))
})

test('the speed is that of the last while', () => {
  const meter = new Meter({ span: 10_000, longestGap: 2_000 })
  for (let second = 0; second < 60; second++) meter.add(second < 30 ? 1_000 : 5_000, second * 1000)
  expect(meter.speed()).toBeGreaterThan(4_500)
  expect(meter.speed()).toBeLessThan(5_600)
})
