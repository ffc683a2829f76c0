import { onKey } from './keys.js'

const icon = '<svg aria-hidden="true" class="pswp__icn" viewBox="0 0 32 32" width="32" height="32" fill="currentColor"><path class="play" d="M11 7l14 9l-14 9z"/><path class="pause" d="M10 7h4v18h-4zM18 7h4v18h-4z"/></svg>'

// addSlideShow lets the photos follow one another, the first after the last. It
// rests while nobody can look.
export function addSlideShow(pswp, words, animated) {
  const seconds = Number(words.seconds)
  let button, timer

  const isOn = () => button.getAttribute('aria-pressed') === 'true'
  const wait = () => {
    clearTimeout(timer)
    if (isOn() && !document.hidden) timer = setTimeout(turn, seconds * 1000)
  }
  const turn = () => {
    if (pswp.currSlide.content.state === 'loading') return wait()
    pswp.goTo((pswp.currIndex + 1) % pswp.getNumItems())
    if (animated) pswp.currSlide.container.animate([{ opacity: 0 }, { opacity: 1 }], 600)
  }
  const toggle = () => {
    button.setAttribute('aria-pressed', !isOn())
    wait()
  }
  pswp.on('uiRegister', () => pswp.ui.registerElement({
    name: 'play', order: 7, isButton: true, title: words.play, html: icon,
    onInit: (element) => {
      button = element
      button.setAttribute('aria-pressed', false)
    },
    onClick: toggle,
  }))
  pswp.on('change', () => button && wait())
  pswp.on('destroy', () => {
    clearTimeout(timer)
    document.removeEventListener('visibilitychange', wait)
  })
  document.addEventListener('visibilitychange', wait)
  onKey(pswp, ' ', toggle)
}
