import { useEffect, useMemo } from 'react'
import { lastFocused } from './focus'

/**
 * useFocusBack gives the focus back to what had it before a dialog was opened, also when the dialog is taken away
 * altogether, which Mantine leaves at nothing: whoever works by keys would begin at the head of the page again.
 */
export function useFocusBack(opened = true): void {
  // While it is drawn: the menu that led to it goes away as it appears, or did while the dialog was loading.
  const before = useMemo(() => (opened ? lasting(lastFocused()) : undefined), [opened])
  useEffect(() => {
    if (!before) return
    return () => {
      const leaving = document.activeElement // still there while the dialog fades
      setTimeout(() => {
        const { activeElement, body } = document
        if (activeElement === body || (activeElement === leaving && leaving?.closest('[role=dialog]'))) before.focus()
      })
    }
  }, [before])
}

/** lasting returns the button of a menu for an entry of it, which goes away with the menu. */
function lasting(element: Element | null): HTMLElement | undefined {
  const menu = element?.closest('[role=menu]')
  const owner = menu ? document.getElementById(menu.getAttribute('aria-labelledby') ?? '') : element
  return owner instanceof HTMLElement ? owner : undefined
}
