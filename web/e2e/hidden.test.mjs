// What must not be seen is nowhere: not in pages, feeds, maps or embeddings, and not
// in the bytes of the pictures.
import { after, before, test } from 'node:test'
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { copyFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openPortfolio } from './portfolio.mjs'

let site
before(async () => { site = await openPortfolio() })
after(() => site?.stop())

const get = (path) => fetch(new URL(path, site.url))
const text = async (path) => (await get(path)).text()

test('hidden photos are in no page, feed, map or embedding', async () => {
  for (const name of ['draft', 'archived', 'gone']) {
    const { path, status } = site.pages[name]
    assert.equal((await get(path)).status, status, name)
    assert.equal((await get(`/oembed?url=${encodeURIComponent(site.url + path)}`)).status, 404)
    for (const list of ['/', '/?page=2', '/feed.atom', '/feed.json', '/sitemap/photos-1.xml', '/search?q=draft', '/search?q=away', '/search?q=taken+down']) {
      assert.ok(!(await text(list)).includes(path.split('/').at(-1)), `${name} is in ${list}`)
    }
  }
})

test('the pictures of a photo go with it', async () => {
  const photo = (await site.call('GET', '/photos?limit=100')).find((p) => p.title === 'Fig')
  const addresses = Object.values(photo.formats)
  for (const address of addresses) assert.equal((await get(address)).status, 200, address)
  await site.call('PUT', `/photos/${photo.id}`, { status: 'archived' })
  for (const address of addresses) assert.equal((await get(address)).status, 404, address)
  assert.equal((await get(`/p/${photo.slug}`)).status, 404)
  await site.call('PUT', `/photos/${photo.id}`, { status: 'published' })
  assert.equal((await get(`/p/${photo.slug}`)).status, 200)
})

const written = ['-Make=Leica Camera AG', '-Model=LEICA M11', '-LensModel=Summicron 1:2/35', '-FocalLength=35', '-FNumber=4', '-ExposureTime=1/250', '-ISO=200', '-BodySerialNumber=5551234', '-GPSLatitude=61.5238', '-GPSLatitudeRef=N', '-GPSLongitude=23.7871', '-GPSLongitudeRef=E']

// withEXIF returns a picture of a camera that writes down everything.
function withEXIF() {
  const folder = mkdtempSync(join(tmpdir(), 'vitrine-exif-'))
  const file = join(folder, 'm11.jpg')
  copyFileSync(new URL('../../testdata/demo/stay-cables.jpg', import.meta.url), file)
  execFileSync('exiftool', ['-q', '-overwrite_original', ...written, file])
  const bytes = readFileSync(file)
  rmSync(folder, { recursive: true })
  return bytes
}

test('settings show or hide the camera and the place', async () => {
  const { slug, formats } = await site.hang(withEXIF(), { title: 'By the Rapids' })
  const facts = ['LEICA M11', 'Summicron 1:2/35', '35mm', 'f/4', '1/250', '200']
  const shows = async (camera, place) => {
    const html = await text(`/p/${slug}`)
    const [, json] = html.match(/<script type="application\/ld\+json">(.*?)<\/script>/s)
    const data = JSON.parse(json)
    for (const fact of facts.slice(0, 5)) assert.equal(html.includes(fact), camera, `${fact} in the page`)
    assert.equal(Boolean(data.exifData), camera)
    assert.equal(Boolean(data.contentLocation), place)
    assert.equal(html.includes('61.52'), place)
    assert.equal((await text('/map')).includes('62° N'), place)
  }
  await shows(true, false)
  await site.set({ display_show_exif: false })
  await shows(false, false)
  await site.set({ display_show_exif: true, display_show_location: true })
  await shows(true, true)
  await site.set({ display_show_location: false })
  for (const [name, address] of Object.entries(formats)) {
    if (name === 'original') continue
    const bytes = Buffer.from(await (await get(address)).arrayBuffer()).toString('latin1')
    for (const trace of ['LEICA', 'Summicron', '5551234', 'GPS']) assert.ok(!bytes.includes(trace), `${trace} in ${name}`)
    const tags = execFileSync('exiftool', ['-GPS:all', '-Model', '-LensModel', '-'], { input: Buffer.from(bytes, 'latin1'), encoding: 'utf8' })
    assert.equal(tags, '', name)
  }
})
