// Builds what the program embeds: node build.mjs [directory]
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { build } from 'esbuild'

const outdir = process.argv[2] ?? '../dist/site'
const options = { bundle: true, minify: true, target: 'es2022', outdir, legalComments: 'inline', logLevel: 'warning' }

await mkdir(outdir, { recursive: true })
await build({ ...options, entryPoints: ['src/site.js', 'src/share.js', 'src/lightbox.js', 'src/lightbox.css'], format: 'esm' })
// Read before the page is painted, so it cannot be a module.
await build({ ...options, entryPoints: ['src/ground.js'], format: 'iife' })
const license = await readFile('node_modules/photoswipe/LICENSE', 'utf8')
await writeFile(`${outdir}/LICENSE.photoswipe.txt`, license.replaceAll('\r\n', '\n'))
