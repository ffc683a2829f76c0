import { useEffect, useState } from 'react'

/** useCountdown returns the whole seconds that are left until a moment, and draws again at each of them. */
export function useCountdown(until: number): number {
  const [now, setNow] = useState(Date.now)
  const [counted, setCounted] = useState(until)
  if (counted !== until) {
    setCounted(until)
    setNow(Date.now()) // it may have stood still since the last countdown
  }
  const left = Math.max(0, Math.ceil((until - now) / 1000))
  useEffect(() => {
    if (left === 0) return
    const timer = setTimeout(() => setNow(Date.now()), 1000)
    return () => clearTimeout(timer)
  })
  return left
}
