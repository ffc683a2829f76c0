// The API, by which the tests hang pictures and change settings.
import assert from 'node:assert/strict'
import { setTimeout as wait } from 'node:timers/promises'
import { password } from './server.mjs'

// signIn returns the API of a server as its first user sees it.
export async function signIn({ url }) {
  const ask = async (method, path, body, token) => {
    const isForm = body instanceof FormData
    const headers = { ...(body && !isForm && { 'Content-Type': 'application/json' }), ...(token && { Authorization: `Bearer ${token}` }) }
    const response = await fetch(`${url}/v1${path}`, { method, headers, body: isForm ? body : body && JSON.stringify(body) })
    assert.ok(response.ok, `${method} ${path} answers ${response.status}: ${await response.clone().text()}`)
    return response.status === 204 ? null : (await response.json()).data
  }
  const { access_token: token } = await ask('POST', '/auth/login', { username: 'admin', password })
  const call = (method, path, body) => ask(method, path, body, token)

  // add uploads a picture and makes a photo of it.
  const add = async (bytes, fields) => {
    const form = new FormData()
    form.append('file', new Blob([bytes]), 'picture.png')
    const { file_id } = await call('POST', '/upload/single', form)
    return call('POST', '/photos', { status: 'published', ...fields, file_id })
  }
  // ready waits until a photo can be seen.
  const ready = async ({ id }) => {
    for (;;) {
      const photo = await call('GET', `/photos/${id}`)
      if (photo.formats.webp) return photo
      assert.notEqual(photo.processing_status, 'failed', `photo ${id} has no formats`)
      await wait(50)
    }
  }
  return { call, add, ready, hang: async (...photo) => ready(await add(...photo)), set: (settings) => call('PUT', '/settings', settings) }
}
