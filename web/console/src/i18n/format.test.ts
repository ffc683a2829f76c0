import { expect, test } from 'vitest'
import { bytes } from './format'

test.each([
  [0, '0 byte'],
  [999, '999 byte'],
  [1000, '1 kB'],
  [8_420_113, '8.4 MB'],
  [999_949_999_999, '999.9 GB'],
  [1e15, '1,000 TB'],
])('%i bytes', (n, written) => expect(bytes('en', n)).toBe(written))
