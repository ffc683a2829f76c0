import { describe, expect, test } from 'vitest'
import type { PhotoItem } from '../../api/types'
import {
  all,
  mostChosen,
  moved,
  nothing,
  only,
  photosOf,
  revised,
  type Selection,
  step,
  toggled,
  upTo,
  without,
} from './selection'

const photo = (id: number) => ({ id }) as PhotoItem
const photos = (...ids: number[]) => ids.map(photo)
const chosen = (s: Selection) => [...s.chosen.keys()]

describe('choosing', () => {
  test('a click chooses one', () => {
    expect(chosen(only(only(nothing, 3, photo(30)), 5, photo(50)))).toEqual([50])
  })
  test('a click with Ctrl adds, and takes back', () => {
    const two = toggled(only(nothing, 3, photo(30)), 5, photo(50))
    expect(chosen(two)).toEqual([30, 50])
    expect(chosen(toggled(two, 3, photo(30)))).toEqual([50])
  })
  test('a range grows and shrinks around where it began', () => {
    const begun = only(nothing, 3, photo(30))
    const grown = upTo(begun, 5, photos(30, 40, 50))
    expect(chosen(grown)).toEqual([30, 40, 50])
    expect(chosen(upTo(grown, 2, photos(20, 30)))).toEqual([20, 30])
    expect(upTo(grown, 2, photos(20, 30)).anchor).toBe(3)
  })
  test('after all of them, the keys go on from where they were', () => {
    const s = all(moved(nothing, 7), photos(1, 2, 3))
    expect(chosen(s)).toEqual([1, 2, 3])
    expect(s.active).toBe(7)
  })
  test('no more than can be handled', () => {
    const full = all(
      nothing,
      Array.from({ length: mostChosen + 5 }, (_, i) => photo(i + 1)),
    )
    expect(full.chosen.size).toBe(mostChosen)
    expect(toggled(full, 0, photo(99_999)).chosen.size).toBe(mostChosen)
  })
  test('what was deleted is no longer chosen', () => {
    expect(chosen(without(all(nothing, photos(1, 2, 3)), [1, 3]))).toEqual([2])
  })
  test('the keys go on from what took the place of what was deleted', () => {
    const one = only(nothing, 5, photo(50))
    expect(without(one, [50]).active).toBe(5)
    const range = upTo(only(nothing, 3, photo(30)), 5, photos(30, 40, 50))
    expect(without(range, [30, 40, 50])).toMatchObject({ active: 3, anchor: 3 })
    const scattered = toggled(toggled(only(nothing, 1, photo(10)), 4, photo(40)), 8, photo(80))
    expect(without(scattered, [10, 40, 80]).active).toBe(6)
  })
  test('what is left keeps its place among what is left', () => {
    const some = without(upTo(only(nothing, 3, photo(30)), 5, photos(30, 40, 50)), [30, 40])
    expect([...some.chosen.values()]).toEqual([{ photo: photo(50), place: 3 }])
    expect(without(some, [50]).active).toBe(3)
  })
  test('a second change begins from what the first has made', () => {
    const two = all(nothing, [{ id: 1, title: 'a' } as PhotoItem, { id: 2, title: 'b' } as PhotoItem])
    const next = revised(two, [2], (p) => ({ ...p, title: 'c' }))
    expect(photosOf(next).map(({ title }) => title)).toEqual(['a', 'c'])
  })
})

describe('keys', () => {
  test.each([
    ['ArrowRight', 5, 6],
    ['ArrowLeft', 0, 0],
    ['ArrowDown', 5, 9],
    ['ArrowUp', 5, 1],
    ['ArrowUp', 2, 0],
    ['PageDown', 0, 12],
    ['ArrowDown', 97, 99],
    ['Home', 50, 0],
    ['End', 50, 99],
    ['a', 50, undefined],
  ])('%s from %i', (key, from, to) => expect(step(key, from, 4, 3, 100)).toBe(to))
})
