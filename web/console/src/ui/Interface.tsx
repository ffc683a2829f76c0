import { localStorageColorSchemeManager, MantineProvider } from '@mantine/core'
import { setNonce } from 'get-nonce'
import type { ReactNode } from 'react'
import { Notices } from './Notices'
import './styles'
import { theme, variables } from './theme'

const scheme = localStorageColorSchemeManager({ key: 'vitrine-scheme' })
const nonce = document.querySelector<HTMLMetaElement>('meta[name=style-nonce]')?.content ?? ''
// What keeps the page still behind a dialog adds styles of its own.
setNonce(nonce)

/** Interface gives what is inside it the theme, and a place for notices. */
export function Interface({ children }: { children: ReactNode }) {
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={variables}
      colorSchemeManager={scheme}
      defaultColorScheme="auto"
      getStyleNonce={() => nonce}
    >
      {children}
      <Notices />
    </MantineProvider>
  )
}
