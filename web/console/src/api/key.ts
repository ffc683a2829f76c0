/** newKey makes an Idempotency-Key. Unlike randomUUID it is there at plain http too. */
export function newKey(): string {
  return Array.from(crypto.getRandomValues(new Uint32Array(4)), (n) => n.toString(36)).join('-')
}
