import { type RefCallback, useCallback } from 'react'

type Name = '--vitrine-foot' | '--vitrine-notices'

/** useHeightAs returns the ref of an element whose height the styles of the page know by a name, as long as it is there. */
export function useHeightAs(name: Name): RefCallback<HTMLElement> {
  return useCallback(
    (element) => {
      const { style } = document.documentElement
      const sized = new ResizeObserver(() => style.setProperty(name, `${element?.offsetHeight}px`))
      if (element) sized.observe(element)
      return () => {
        sized.disconnect()
        style.removeProperty(name)
      }
    },
    [name],
  )
}
