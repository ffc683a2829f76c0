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
      output: { entryFileNames: '[name].js', chunkFileNames: '[name].js', assetFileNames: '[name][extname]' },
    },
  },
  test: { include: ['src/**/*.test.ts'] },
})
