import { expect, test } from 'vitest'
import { byPhoto, byVisitor, fileNames, forLightroom } from './picks'

const pick = (visitor_id: number, photo_id: number, picked_at: string) => ({
  visitor_id,
  photo_id,
  picked_at,
  picked_by: `Visitor ${visitor_id}`,
  title: '',
  slug: '',
  file_name: '',
  in_share: true,
})

test('picks are grouped, the earliest visitor first, photos in their order', () => {
  const picks = [
    pick(2, 10, '2026-05-02T10:00:00Z'),
    pick(1, 11, '2026-05-01T10:00:00Z'),
    pick(2, 12, '2026-05-01T11:00:00Z'),
  ]
  expect(byVisitor(picks).map(({ id, picks }) => [id, picks.map((p) => p.photo_id)])).toEqual([
    [1, [11]],
    [2, [10, 12]],
  ])
})

test('a photo that several marked is there once, with all of them', () => {
  const picks = [pick(2, 10, ''), pick(1, 10, ''), pick(2, 12, '')]
  expect(byPhoto(picks).map(({ pick, by }) => [pick.photo_id, by])).toEqual([
    [10, ['Visitor 2', 'Visitor 1']],
    [12, ['Visitor 2']],
  ])
})

test('files are listed once each, and for Lightroom without their endings', () => {
  const named = (file_name: string, title = '') => ({ ...pick(1, 1, ''), file_name, title })
  const names = fileNames([
    named('IMG_1.jpg'),
    named('IMG_1.jpg'),
    named('trip.day.2.tif'),
    named('IMG_1.DNG'),
    named('', 'Pier'),
  ])
  expect(names).toEqual(['IMG_1.jpg', 'trip.day.2.tif', 'IMG_1.DNG', 'Pier'])
  expect(forLightroom(names)).toBe('IMG_1, trip.day.2, Pier')
})
