import { expect, test } from 'vitest'
import { may } from './useProfile'

test.each([
  [['*'], 'webhook.delete', true],
  [['photo.*', 'user.read'], 'photo.delete', true],
  [['photo.*', 'user.read'], 'user.update', false],
  [['photo.read', 'tag.create'], 'tag.create', true],
  [['photo.read'], 'photo.create', false],
  [[], 'photo.read', false],
])('%j, %s: %j', (grants, permission, granted) => expect(may(grants, permission)).toBe(granted))
