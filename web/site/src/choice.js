// The ground that the visitor chose, light or dark; null to follow the system.
// Storage may be forbidden.

const key = 'ground'

export function chosen() {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}

export function choose(ground) {
  try {
    if (ground) localStorage.setItem(key, ground)
    else localStorage.removeItem(key)
  } catch {
    // It holds until the page is left.
  }
  show(ground)
}

const system = 'screen and (prefers-color-scheme: dark)'

// show switches the dark style sheet, which is the whole difference.
export function show(ground) {
  const sheet = document.getElementById('dark')
  if (sheet) sheet.media = { light: 'not all', dark: 'screen' }[ground] ?? system
}

export function isDark() {
  const sheet = document.getElementById('dark')
  return Boolean(sheet && matchMedia(sheet.media).matches)
}
