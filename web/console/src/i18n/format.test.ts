import { expect, test } from 'vitest'
import { bytes, duration } from './format'

test.each([
  [0, '0 bytes'],
  [1, '1 byte'],
  [719, '719 bytes'],
  [999, '999 bytes'],
  [1000, '1 kB'],
  [8_420_113, '8.4 MB'],
  [999_949_999_999, '999.9 GB'],
  [1e15, '1,000 TB'],
])('%i bytes', (n, written) => expect(bytes('en', n)).toBe(written))

test.each([
  [400, '0.4 seconds'],
  [12_300, '12 seconds'],
  [90_000, '1.5 minutes'],
  [3_600_000, '1 hour'],
])('%i milliseconds', (n, written) => expect(duration('en', n)).toBe(written))

test.each([
  [1, '1 字节'],
  [719, '719 字节'],
  [1_500_000, '1.5 MB'],
])('%i bytes in Chinese', (n, written) => expect(bytes('zh', n)).toBe(written))

test.each([
  [400, '0.4 秒'],
  [12_300, '12 秒'],
  [90_000, '1.5 分钟'],
  [3_600_000, '1 小时'],
])('%i milliseconds in Chinese', (n, written) => expect(duration('zh', n)).toBe(written))
