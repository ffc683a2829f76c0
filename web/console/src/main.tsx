import { QueryClientProvider } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './App'
import { allWords, startWords } from './i18n/words'
import { queryClient } from './queryClient'
import { Interface } from './ui/Interface'

// A newer program has other scripts, and no longer these: the page must be newer too.
window.addEventListener('vite:preloadError', () => location.reload())

async function start() {
  await startWords()
  createRoot(document.getElementById('root') as HTMLElement).render(
    <StrictMode>
      <QueryClientProvider client={queryClient}>
        <Interface>
          <App />
        </Interface>
      </QueryClientProvider>
    </StrictMode>,
  )
  allWords().catch(() => {}) // in good time; a screen that has none of them asks again
}

// Not awaited: scripts that come later import from this one, and would wait for its end.
start()
