// On the pages of a share link: hearts are given without leaving the page. Without
// JavaScript each is a form that leads back to where it was.
const { failed } = document.querySelector('script[data-failed][src*="share."]').dataset

let last = Promise.resolve() // one after the other: the first answer says who the visitor is

const buttonsOf = (action) => [...document.querySelectorAll('form.pick')].filter((f) => f.action === action)

// press shows on all hearts of a photo whether it is picked.
const press = (action, picked) => {
  let changed = false
  for (const form of buttonsOf(action)) {
    const button = form.querySelector('button')
    changed ||= button.getAttribute('aria-pressed') !== String(picked)
    button.setAttribute('aria-pressed', picked)
    form.elements.picked.value = picked ? '0' : '1'
  }
  for (const count of document.querySelectorAll('.picked')) {
    if (changed) count.textContent = Number(count.textContent) + (picked ? 1 : -1)
  }
  dispatchEvent(new CustomEvent('picked'))
}

const send = async (action, fields, picked) => {
  try {
    const answer = await fetch(action, { method: 'POST', body: fields, redirect: 'manual' })
    if (answer.type !== 'opaqueredirect') throw new Error(`${answer.status} for ${action}`)
  } catch {
    press(action, !picked)
    alert(failed)
  }
}

addEventListener('submit', (event) => {
  const form = event.target.closest('form.pick')
  if (!form) return
  event.preventDefault()
  const fields = new URLSearchParams(new FormData(form))
  const picked = fields.get('picked') === '1'
  press(form.action, picked)
  last = last.then(() => send(form.action, fields, picked))
})
