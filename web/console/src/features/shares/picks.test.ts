import { expect, test } from 'vitest'
import { byVisitor } from './picks'

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
