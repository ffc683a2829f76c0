// Derives the service's six formats of one photograph with sharp, from one
// decode, and prints the CPU it took per photo in microseconds.
import sharp from 'sharp'

sharp.concurrency(1)
sharp.cache(false)
const runs = 4
const path = process.argv[2]

async function derive() {
  const { data, info } = await sharp(path).rotate()
    .resize(2560, 2560, { fit: 'inside', withoutEnlargement: true })
    .raw().toBuffer({ resolveWithObject: true })
  const raw = { width: info.width, height: info.height, channels: info.channels }
  const scaled = (size) => sharp(data, { raw }).resize(size, size, { fit: 'inside' })
  for (const size of [320, 640, 1024]) await scaled(size).jpeg({ quality: 85 }).toBuffer()
  await scaled(2048).jpeg({ quality: 85, progressive: true }).toBuffer()
  await scaled(2048).webp({ quality: 80, effort: 2 }).toBuffer()
  await sharp(data, { raw }).jpeg({ quality: 85, progressive: true }).toBuffer()
}

await derive() // loads the library
const before = process.cpuUsage()
for (let i = 0; i < runs; i++) await derive()
const used = process.cpuUsage(before)
console.log(Math.round((used.user + used.system) / runs))
