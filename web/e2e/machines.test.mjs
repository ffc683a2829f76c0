// What the site tells other programs, read as they do.
import { after, before, test } from 'node:test'
import assert from 'node:assert/strict'
import { launch, visit } from './browser.mjs'
import { openPortfolio } from './portfolio.mjs'

let site, browser, page
before(async () => {
  site = await openPortfolio()
  browser = await launch()
  page = (await visit(browser, site.url)).page
})
after(async () => {
  await browser?.close()
  await site?.stop()
})

const get = (path) => fetch(new URL(path, site.url))

// elements parses an XML document as a browser does, and returns the elements that
// a selector picks: name, namespace, attributes and text.
async function elements(path, selector) {
  const response = await get(path)
  assert.equal(response.status, 200, path)
  assert.match(response.headers.get('content-type'), /xml; charset=utf-8$/)
  return page.evaluate(([text, selector]) => {
    const document = new DOMParser().parseFromString(text, 'application/xml')
    const problem = document.querySelector('parsererror')
    if (problem) throw new Error(problem.textContent)
    return [...document.querySelectorAll(selector)].map((e) => ({
      name: e.localName, space: e.namespaceURI, text: e.textContent.trim(),
      ...Object.fromEntries([...e.attributes].map((a) => [a.name, a.value])),
    }))
  }, [await response.text(), selector])
}

const texts = async (path, selector) => (await elements(path, selector)).map((e) => e.text)
const dates = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/

test('robots are told where the map is', async () => {
  assert.match(await (await get('/robots.txt')).text(), new RegExp(`^Sitemap: ${site.url}/sitemap.xml$`, 'm'))
})

test('the sitemap leads to every page and picture', async () => {
  const sitemap = 'http://www.sitemaps.org/schemas/sitemap/0.9'
  const files = await texts('/sitemap.xml', 'sitemapindex > sitemap > loc')
  assert.equal(files.length, 2)
  const found = []
  for (const file of files) {
    const [root] = await elements(file, ':root')
    assert.deepEqual([root.name, root.space], ['urlset', sitemap])
    for (const { text } of await elements(file, 'url > loc')) found.push(text)
    for (const { text } of await elements(file, 'url > lastmod')) assert.match(text, dates)
  }
  for (const address of found) assert.equal((await get(address)).status, 200, address)
  for (const name of ['home', 'landscape', 'galleries', 'gallery', 'below', 'tag', 'timeline', 'month', 'map', 'place', 'about']) {
    assert.ok(found.includes(site.url + site.pages[name].path), `${name} is in no file`)
  }
  const images = await elements(files[1], 'image > loc')
  assert.equal(images.length, 26)
  for (const { space, text } of images) {
    assert.equal(space, 'http://www.google.com/schemas/sitemap-image/1.1')
    assert.match((await get(text)).headers.get('content-type'), /^image\//)
  }
})

test('the Atom feed has what RFC 4287 requires', async () => {
  const [feed] = await elements('/feed.atom', ':root')
  assert.deepEqual([feed.name, feed.space], ['feed', 'http://www.w3.org/2005/Atom'])
  for (const selector of ['feed > id', 'feed > title', 'feed > updated', 'feed > author > name', 'feed > link[rel=self]']) {
    assert.equal((await elements('/feed.atom', selector)).length, 1, selector)
  }
  const entries = (await elements('/feed.atom', 'entry')).length
  assert.equal(entries, 26)
  for (const child of ['id', 'title', 'updated', 'published', 'content[type=html]', 'link[rel=alternate]', 'link[rel=enclosure]']) {
    assert.equal((await elements('/feed.atom', `entry > ${child}`)).length, entries, child)
  }
  const ids = await texts('/feed.atom', 'entry > id')
  assert.equal(new Set(ids).size, entries)
  for (const date of await texts('/feed.atom', 'updated, published')) assert.match(date, dates)
  const [{ href, type, length }] = await elements('/feed.atom', 'entry > link[rel=enclosure]')
  const picture = await get(href)
  assert.deepEqual([picture.headers.get('content-type'), picture.headers.get('content-length')], [type, length])
})

test('the JSON feed has what its version 1.1 requires', async () => {
  const response = await get('/feed.json')
  assert.match(response.headers.get('content-type'), /^application\/feed\+json/)
  const feed = await response.json()
  assert.equal(feed.version, 'https://jsonfeed.org/version/1.1')
  assert.equal(feed.feed_url, `${site.url}/feed.json`)
  assert.equal(feed.items.length, 26)
  for (const item of feed.items) {
    for (const key of ['id', 'url', 'title', 'content_html', 'image']) assert.equal(typeof item[key], 'string', key)
    assert.match(item.date_published, dates)
    assert.ok(item.attachments.every((a) => a.url && a.mime_type))
  }
})

test('a photo embeds itself elsewhere, in the size that fits', async () => {
  const { page: photo, context } = await visit(browser, site.url + site.pages.landscape.path)
  const discovered = await photo.getAttribute('link[type="application/json+oembed"]', 'href')
  await context.close()
  const embedding = await (await get(discovered)).json()
  for (const key of ['title', 'author_name', 'author_url', 'provider_name', 'provider_url', 'thumbnail_url']) assert.ok(embedding[key], key)
  assert.deepEqual([embedding.version, embedding.type], ['1.0', 'photo'])
  const small = await (await get(`${discovered}&maxwidth=700`)).json()
  assert.ok(small.width <= 700 && small.width < embedding.width)
  const drawn = await page.evaluate(async (url) => {
    const image = Object.assign(new Image(), { src: url })
    await image.decode()
    return [image.naturalWidth, image.naturalHeight]
  }, small.url)
  assert.deepEqual(drawn, [small.width, small.height])
  const [xml] = await elements(discovered.replace('format=json', 'format=xml'), 'oembed > width')
  assert.equal(Number(xml.text), embedding.width)
})

// readAlternates parses a page as a browser does. Its links are whole addresses.
async function readAlternates(address) {
  const response = await get(address)
  assert.equal(response.status, 200, address)
  return page.evaluate((text) => {
    const document = new DOMParser().parseFromString(text, 'text/html')
    const links = [...document.querySelectorAll('link[rel=alternate][hreflang]')].map((l) => [l.hreflang, l.getAttribute('href')])
    return { lang: document.documentElement.lang, own: document.querySelector('link[rel=canonical]').getAttribute('href'), links: Object.fromEntries(links) }
  }, await response.text())
}

test('the languages of a page name each other, and themselves', async () => {
  const seen = new Map()
  const alternates = async (address) => {
    if (!seen.has(address)) seen.set(address, await readAlternates(address))
    return seen.get(address)
  }
  for (const [name, { path, status }] of Object.entries(site.pages)) {
    if (status) continue
    const there = await alternates(site.url + path)
    assert.deepEqual(Object.keys(there.links).sort(), ['en', 'x-default', 'zh-CN'], name)
    for (const [lang, address] of Object.entries(there.links)) {
      const other = await alternates(address)
      assert.deepEqual(other.links, there.links, `${name} in ${lang}`)
      assert.equal(other.own, address)
      if (lang !== 'x-default') assert.equal(other.lang, lang)
    }
  }
})
