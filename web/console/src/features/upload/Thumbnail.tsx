import { IconPhoto } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { api, dataOf } from '../../api/client'
import type { Item } from './engine/item'
import { Slots } from './engine/slots'
import classes from './Upload.module.css'

/** Twice what is shown, for fine screens. */
const side = 104
/** Pictures are decoded beside the page, which takes room and time: few at once. */
const decoding = new Slots(2)
const decoded = new WeakMap<File, Promise<ImageBitmap>>()

/** Thumbnail is a picture of the file, and then of the photo: only rows that are in view make any. */
export function Thumbnail({ item }: { item: Item }) {
  const { photoId, stage, file } = item
  const photo = useQuery({
    queryKey: ['photo', photoId, 'thumbnail'],
    queryFn: async () => {
      const { formats } = await dataOf(api.GET('/v1/photos/{id}', { params: { path: { id: photoId as number } } }))
      return formats.thumb_small || ''
    },
    enabled: stage === 'done' && photoId !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
  }).data
  return (
    <div className={classes.thumbnail}>
      {photo ? <img src={photo} alt="" data-made /> : <OfFile key={item.key} file={file} />}
    </div>
  )
}

function OfFile({ file }: { file: File | undefined }) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const [shown, setShown] = useState(false)
  useEffect(() => {
    let left = false
    if (file) {
      bitmapOf(file).then(
        (bitmap) => {
          if (left || !canvas.current) return
          draw(canvas.current, bitmap)
          setShown(true)
        },
        () => {}, // a type that this browser does not show
      )
    }
    return () => {
      left = true
    }
  }, [file])
  return (
    <>
      <canvas ref={canvas} width={side} height={side} hidden={!shown} aria-hidden />
      {!shown && <IconPhoto size={24} stroke={1.2} aria-hidden />}
    </>
  )
}

function bitmapOf(file: File): Promise<ImageBitmap> {
  let bitmap = decoded.get(file)
  if (!bitmap) {
    bitmap = decoding.use(() => createImageBitmap(file, { resizeHeight: side, resizeQuality: 'medium' }))
    decoded.set(file, bitmap)
  }
  return bitmap
}

/** draw fills a square with the middle of a picture. */
function draw(canvas: HTMLCanvasElement, bitmap: ImageBitmap) {
  const scale = side / Math.min(bitmap.width, bitmap.height)
  const width = bitmap.width * scale
  const height = bitmap.height * scale
  canvas.getContext('2d')?.drawImage(bitmap, (side - width) / 2, (side - height) / 2, width, height)
}
