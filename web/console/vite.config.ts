import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'

const everywhere =
  /node_modules\/(react|react-dom|scheduler|use-sync-external-store|i18next|react-i18next|openapi-fetch|@tanstack)\//

/** What reads addresses: the table of screens needs all of them at once. */
const addresses = /src\/(features\/\w+\/(filter|list|years|period|place)|shell\/page)\.ts$/

// Files keep their names, and name one another by relative addresses: the program
// serves them below an address that holds a hash of all of them.
export default defineConfig({
  plugins: [react()],
  base: './',
  build: {
    outDir: '../dist/console',
    emptyOutDir: true,
    assetsDir: '',
    target: 'es2022',
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rollupOptions: {
      output: {
        entryFileNames: '[name].js',
        chunkFileNames: '[name].js',
        assetFileNames: '[name][extname]',
        // What every screen needs compresses better in one piece than in thirty.
        codeSplitting: {
          groups: [
            { name: 'base', test: everywhere },
            { name: 'addresses', test: addresses },
          ],
        },
      },
    },
  },
  worker: { format: 'es', rollupOptions: { output: { entryFileNames: '[name].js' } } },
  test: { include: ['src/**/*.test.ts'] },
})
