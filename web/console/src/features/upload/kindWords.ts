import { typeName } from '../settings/useSayValue'

/** kindWords names types as photographers do, one or the other: JPEG, PNG, or HEIC. */
export function kindWords(types: readonly string[], language: string): string {
  return new Intl.ListFormat(language, { type: 'disjunction' }).format(types.map(typeName))
}
