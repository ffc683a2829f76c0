// read returns what is on the page at an address, without its styles and scripts
// taking effect.
export async function read(address) {
  const answer = await fetch(address)
  if (!answer.ok) throw new Error(`${answer.status} for ${address}`)
  const page = document.createElement('template')
  page.innerHTML = await answer.text()
  return page.content
}
