import { describe, expect, test } from 'vitest'
import { narrows, queryOf, readFilter } from './filter'

describe('the filter of an address', () => {
  test('is read', () => {
    expect(
      readFilter({
        search: 'sea',
        status: 'draft',
        pictures: 'failed',
        category: '7',
        tag: 2024,
        year: 2026,
        month: '5',
        sort_by: 'title',
        sort_order: 'asc',
      }),
    ).toEqual({
      search: 'sea',
      status: 'draft',
      pictures: 'failed',
      category: 7,
      tag: '2024',
      year: 2026,
      month: 5,
      sort_by: 'title',
      sort_order: 'asc',
    })
  })
  test('leaves out what it does not know', () => {
    expect(
      readFilter({
        status: 'hidden',
        pictures: 'blurred',
        category: 'x',
        month: 13,
        year: -1,
        search: '',
        sort_by: 'size',
        other: 1,
        tag: ['a'],
      }),
    ).toEqual({})
  })
  test('asks for the photos whose pictures are not there', () => {
    expect(queryOf({ pictures: 'waiting', tag: 'sea' })).toEqual({
      tag: 'sea',
      processing_status: 'pending,processing',
    })
    expect(queryOf({ pictures: 'failed' })).toEqual({ processing_status: 'failed' })
    expect(queryOf({ tag: 'sea' })).toEqual({ tag: 'sea' })
  })
  test('narrows unless it only sorts', () => {
    expect(narrows({ sort_by: 'title', sort_order: 'asc' })).toBe(false)
    expect(narrows({ tag: 'sea', sort_by: 'title' })).toBe(true)
  })
})
