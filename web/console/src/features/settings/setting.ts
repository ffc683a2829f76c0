// What settings there are, as the API describes them, and what the signed-in user changed of them.

import type { components } from '../../api/schema'
import { described } from '../../api/settings'

export type Described = (typeof described)[number]
export type Key = Described['key']
export type Group = Described['group']
export type Kind = Described['kind']
/** A number that is not written as one is null. */
export type Value = string | number | boolean | readonly string[] | null
export type Saved = components['schemas']['Settings']
/** The values that were changed and are not saved. */
export type Draft = Partial<Record<Key, Value>>

export interface Setting {
  key: Key
  group: Group
  member: string
  kind: Kind
  description: Described['description']
  default: Value
  minimum?: number
  maximum?: number
  maxLength?: number
  allowed?: readonly string[]
}

export const groups = ['general', 'display', 'upload', 'image'] as const satisfies Group[]

const settings: readonly Setting[] = described

/** settingOf returns the setting with a key. */
export function settingOf(key: string): Setting | undefined {
  return settings.find((setting) => setting.key === key)
}

/** settingsOf returns the settings of a group, in the order of the keys that are given. */
export function settingsOf(group: Group, order: readonly string[]): Setting[] {
  return settings
    .filter((setting) => setting.group === group)
    .sort((a, b) => order.indexOf(a.key) - order.indexOf(b.key))
}

/** savedValue returns the value in force, or undefined where the reader may not see it. */
export function savedValue(saved: Saved, { group, member }: Setting): Value | undefined {
  return (saved[group] as Record<string, Value> | null | undefined)?.[member]
}

export function same(a: Value | undefined, b: Value | undefined): boolean {
  return JSON.stringify(a) === JSON.stringify(b)
}

export function isDefault(saved: Saved, setting: Setting): boolean {
  return same(savedValue(saved, setting), setting.default)
}

/** withChange returns the draft with a value, or without it if that is what is saved. */
export function withChange(draft: Draft, saved: Saved, setting: Setting, value: Value): Draft {
  const { [setting.key]: _, ...others } = draft
  return same(value, savedValue(saved, setting)) ? others : { ...others, [setting.key]: value }
}

/** changedElsewhere returns the settings of a draft that someone else gave another value meanwhile. */
export function changedElsewhere(draft: Draft, before: Saved, now: Saved): Key[] {
  return settings
    .filter((setting) => setting.key in draft)
    .filter((setting) => !same(savedValue(before, setting), savedValue(now, setting)))
    .map(({ key }) => key)
}

/** withoutSaved drops from a draft what has the very value that is saved. */
export function withoutSaved(draft: Draft, saved: Saved): Draft {
  return Object.fromEntries(
    settings
      .filter((setting) => setting.key in draft && !same(draft[setting.key], savedValue(saved, setting)))
      .map(({ key }) => [key, draft[key]]),
  )
}
