import { useMediaQuery } from '@mantine/hooks'
import { useEffect, useRef, useState } from 'react'

/** useMenu opens and closes the menu of narrow screens, over all else. Wide ones always show it. */
export function useMenu() {
  const [asked, setAsked] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const narrow = useMediaQuery('(max-width: 47.99em)', false, { getInitialValueInEffect: false })
  const opened = asked && narrow
  useEffect(() => {
    if (!narrow) setAsked(false)
  }, [narrow])
  useEffect(() => {
    if (!opened) return
    const onKeyDown = ({ key }: KeyboardEvent) => {
      if (key !== 'Escape') return
      setAsked(false)
      button.current?.focus()
    }
    window.addEventListener('keydown', onKeyDown)
    return () => window.removeEventListener('keydown', onKeyDown)
  }, [opened])

  return { button, opened, toggle: () => setAsked((was) => !was), close: () => setAsked(false) }
}
