import { expect, test } from 'vitest'
import { Portion } from './portion'

const mebibyte = 1024 * 1024

test('what goes in a request grows while all is well, and not beyond what a cut may cost', () => {
  const portion = new Portion(() => 0, 3)
  const sizes = Array.from({ length: 5 }, () => {
    const bytes = portion.bytes()
    portion.arrived()
    return bytes / mebibyte
  })
  expect(sizes).toEqual([4, 8, 16, 32, 32])
})

test('on a slow line it is what is sent in twenty seconds', () => {
  const portion = new Portion(() => 150_000, 3)
  expect(portion.bytes()).toBe(1_000_000)
})

test('a cut makes it small, also if several requests broke off at once, and it grows slowly where cuts came', () => {
  const portion = new Portion(() => 0, 3)
  for (let i = 0; i < 5; i++) portion.arrived()
  for (const at of [1_000, 1_010, 1_300]) portion.cut(at)
  expect(portion.bytes()).toBe(8 * mebibyte)
  portion.cut(60_000)
  expect(portion.bytes()).toBe(2 * mebibyte)
  portion.arrived()
  portion.arrived()
  expect(portion.bytes()).toBe(4.25 * mebibyte)
  for (let at = 2; at < 20; at++) portion.cut(at * 60_000)
  expect(portion.bytes()).toBe(mebibyte / 4)
})

test('a proxy that takes no more is given no more', () => {
  const portion = new Portion(() => 0, 3)
  expect(portion.refuse(4 * mebibyte)).toBe(true)
  for (let i = 0; i < 5; i++) portion.arrived()
  expect(portion.bytes()).toBe(mebibyte / 2)
  expect(portion.refuse(mebibyte / 2)).toBe(false)
})
