// Slides are picture elements with the sources that the photo's page offers.

// Where the display size is worth its bytes, as in the photo's page.
const large = '(min-width: 60rem), (min-width: 40rem) and (min-resolution: 1.5dppx), (min-resolution: 2.5dppx)'

// offerFormats puts the images that a PhotoSwipe makes into pictures, before
// their sources are read.
export function offerFormats(pswp) {
  const pictures = new WeakMap()
  pswp.on('contentLoadImage', ({ content }) => {
    const picture = document.createElement('picture')
    for (const type of ['avif', 'webp']) {
      const srcset = content.data[type]
      if (srcset) picture.append(Object.assign(document.createElement('source'), { type: `image/${type}`, srcset, media: large }))
    }
    picture.append(content.element)
    pictures.set(content, picture)
  })
  pswp.on('contentAppendImage', ({ content }) => {
    const picture = pictures.get(content)
    if (!picture || !content.slide) return
    if (!content.element.parentNode) picture.append(content.element)
    content.slide.container.append(picture)
  })
  pswp.on('contentRemove', ({ content }) => pictures.get(content)?.remove())
}
