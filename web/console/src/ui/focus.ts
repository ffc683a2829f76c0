// Where the focus goes when what had it is gone: a row that was deleted, a button that
// can no longer be pressed, a screen that was left. Whoever works by keys, or listens,
// would begin at the head of the page again.

/** How long dialogs and menus have to give the focus back themselves, in milliseconds. */
const patience = 60

const watched = ['disabled', 'inert', 'data-loading', 'data-opened']

let latest: Element | null = null

/** lastFocused returns what has the focus, or had it last while it is at nothing: that may be gone from the page. */
export function lastFocused(): Element | null {
  return document.activeElement === document.body ? latest : document.activeElement
}

/** keepFocus never leaves the focus at nothing, until what it returns is called. */
export function keepFocus(): () => void {
  let path: Element[] = []
  let wasLost = false
  let timer: ReturnType<typeof setTimeout>

  const remember = ({ target }: FocusEvent) => {
    latest = target as Element
    path = pathOf(latest)
    wasLost = false
  }
  const mend = () => {
    const [last, ...around] = path
    if (!(last instanceof HTMLElement) || document.activeElement !== document.body) return
    if (canHaveFocus(last)) {
      if (wasLost) last.focus({ preventScroll: true }) // it was only busy; else somebody pressed beside it
      return
    }
    wasLost = true
    if (!isBusy(last)) focusHeading(around)
  }
  const observer = new MutationObserver(() => {
    clearTimeout(timer)
    timer = setTimeout(mend, patience)
  })
  observer.observe(document.body, { childList: true, subtree: true, attributes: true, attributeFilter: watched })
  document.addEventListener('focusin', remember)
  return () => {
    clearTimeout(timer)
    observer.disconnect()
    document.removeEventListener('focusin', remember)
  }
}

/** arrive puts the focus on the heading of a screen that one has gone to, unless something on it has it already. */
export function arrive(): void {
  const active = document.activeElement
  if (active?.closest('main, [role=dialog]') && !active.matches('main')) return
  focusHeading([])
}

/** focusHeading goes to the nearest heading that is still there. */
function focusHeading(around: Element[]): void {
  const places = [...around.filter((place) => place !== document.body), ...document.querySelectorAll('main')]
  for (const place of places) {
    const heading = place.isConnected && place.querySelector<HTMLElement>('h1, h2, h3')
    if (!heading || !canHaveFocus(heading)) continue
    heading.tabIndex = -1
    heading.focus({ preventScroll: true })
    return
  }
}

function pathOf(element: Element): Element[] {
  const path = []
  for (let at: Element | null = element; at && at !== document.documentElement; at = at.parentElement) path.push(at)
  return path
}

function canHaveFocus(element: Element): boolean {
  return element.getClientRects().length > 0 && !element.matches(':disabled') && !element.closest('[inert]')
}

function isBusy(element: Element): boolean {
  return element.isConnected && element.matches('[data-loading]')
}
