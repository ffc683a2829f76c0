import { QueryClientProvider } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './App'
import { allWords, startWords } from './i18n/words'
import { queryClient } from './queryClient'
import { Interface } from './ui/Interface'

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
  allWords() // in good time
}

// Not awaited: scripts that come later import from this one, and would wait for its end.
start()
