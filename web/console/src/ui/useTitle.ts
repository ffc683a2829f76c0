import { useEffect } from 'react'

/** useTitle names the screen in the browser's tab and history. */
export function useTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} · Vitrine`
  }, [title])
}
