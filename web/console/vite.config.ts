import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'

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
        // What is loaded before any screen compresses better in two pieces than in fifty:
        // what is others', which changes seldom, and ours.
        codeSplitting: {
          groups: [
            { name: 'base', test: /node_modules/, tags: ['$initial'] },
            { name: 'first', tags: ['$initial'] },
          ],
        },
      },
    },
  },
  worker: { format: 'es', rollupOptions: { output: { entryFileNames: '[name].js' } } },
  test: { include: ['src/**/*.test.ts'] },
})
