import { useCallback, useRef, useState } from 'react'

/** How long a view must stay to be worth reading what is in it: whoever scrolls past asks for nothing. */
const rest = 80

/** useView keeps which places of a grid are in view, once that has settled. */
export function useView() {
  const [view, setView] = useState({ first: 0, last: 0 })
  const timer = useRef(0)
  const see = useCallback((first: number, last: number) => {
    clearTimeout(timer.current)
    timer.current = window.setTimeout(() => setView({ first, last }), rest)
  }, [])
  return [view, see] as const
}
