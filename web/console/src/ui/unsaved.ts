/** hasUnsaved asks all that guards the page, as the browser does before it leaves, whether something would be lost. */
export function hasUnsaved(): boolean {
  return !window.dispatchEvent(new Event('beforeunload', { cancelable: true }))
}
