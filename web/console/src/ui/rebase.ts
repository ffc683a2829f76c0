// What two people made of the same thing, field by field.

export type Field<V> = keyof V & string

/** changed names the fields in which two drafts differ. */
export function changed<V extends object>(before: V, after: V): Field<V>[] {
  return (Object.keys(after) as Field<V>[]).filter(
    (field) => JSON.stringify(before[field]) !== JSON.stringify(after[field]),
  )
}

/** onto returns a draft with the changes that mine has against the base. */
export function onto<V extends object>(draft: V, base: V, mine: V): V {
  return { ...draft, ...Object.fromEntries(changed(base, mine).map((field) => [field, mine[field]])) }
}

/**
 * rebased returns a draft of what someone else has saved, with the changes of this form in it; undefined if both changed
 * the same field, and not to the same.
 */
export function rebased<V extends object>(base: V, mine: V, theirs: V): V | undefined {
  const own = changed(base, mine)
  const differ = changed(mine, theirs)
  const same = changed(base, theirs).some((field) => own.includes(field) && differ.includes(field))
  return same ? undefined : onto(theirs, base, mine)
}
