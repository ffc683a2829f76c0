// onKey has a key of the lightbox do something.
export function onKey(pswp, key, act) {
  pswp.on('keydown', (event) => {
    const { originalEvent: pressed } = event
    if (pressed.key !== key || pressed.ctrlKey || pressed.metaKey || pressed.altKey) return
    if (key === ' ' && pressed.target.closest('button, a')) return // they are pressed by it
    event.preventDefault()
    pressed.preventDefault()
    act()
  })
}
