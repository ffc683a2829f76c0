// Texts that a page shows only for a while.

// recordTexts keeps every text that a page shows from now on, after a reload too. It
// returns what waits for one, which may be gone from the screen by then.
export async function recordTexts(page) {
  const record = () => {
    window.shown = []
    new MutationObserver((changes) => {
      for (const { type, target, addedNodes } of changes) {
        window.shown.push(type === 'characterData' ? target.data : [...addedNodes].map((node) => node.textContent).join(' '))
      }
    }).observe(document, { subtree: true, childList: true, characterData: true })
  }
  await page.addInitScript(record)
  await page.evaluate(record)
  return (text) => page.waitForFunction((source) => window.shown.some((shown) => new RegExp(source).test(shown)), text.source, { timeout: 0 })
}
