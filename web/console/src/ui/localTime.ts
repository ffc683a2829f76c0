// Moments as the fields of a browser take them: local, without a zone.

/** toLocal writes a moment for a field of the kind "datetime-local"; none is empty. */
export function toLocal(iso: string | null): string {
  if (!iso) return ''
  const at = new Date(iso)
  return new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
}

/** fromLocal reads such a field. */
export function fromLocal(field: string): string | null {
  return field ? new Date(field).toISOString() : null
}
