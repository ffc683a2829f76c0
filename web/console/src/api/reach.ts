// Whether the server can be reached. What it was asked in vain waits until it can be.
import { onlineManager } from '@tanstack/react-query'

/** How long it is left alone between two attempts, in milliseconds: at first, and at most. */
const shortest = 500
const longest = 8_000

let returning: Promise<void> | undefined

/** reached waits until the server answers. Meanwhile questions and changes wait, as they do without a network. */
export function reached(): Promise<void> {
  returning ??= untilItAnswers().finally(() => {
    returning = undefined
  })
  return returning
}

async function untilItAnswers(): Promise<void> {
  for (let wait = shortest; !(await answers()); wait = Math.min(longest, wait * 2)) {
    onlineManager.setOnline(false)
    await new Promise((resolve) => setTimeout(resolve, wait))
  }
  onlineManager.setOnline(true)
}

async function answers(): Promise<boolean> {
  try {
    await fetch('/v1/health', { cache: 'no-store' })
    return true
  } catch {
    return false
  }
}

/**
 * arrived loads a script as soon as the server can be reached. One that is not there although the server is
 * belongs to an older program: then the page must be loaded again, if its user lets it.
 */
export async function arrived<T>(load: () => Promise<T>): Promise<T> {
  for (let failures = 0; failures < 2; ) {
    try {
      return await load()
    } catch {
      failures = (await answers()) ? failures + 1 : 0
      await reached()
      askForStylesAgain()
    }
  }
  location.reload()
  return new Promise(() => {})
}

function askForStylesAgain(): void {
  for (const link of document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]')) {
    if (!link.sheet) link.replaceWith(link.cloneNode())
  }
}
