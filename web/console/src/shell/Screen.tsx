import { Group, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTitle } from '../ui/useTitle'

interface Props {
  title: string
  /** What can be done here, beside the title. */
  actions?: ReactNode
  children: ReactNode
}

/** Screen is the frame of a screen: its heading, which also names the tab, and what is below. */
export function Screen({ title, actions, children }: Props) {
  useTitle(title)
  return (
    <>
      <Group justify="space-between" mb="md" mih={36}>
        <Title order={1}>{title}</Title>
        {actions}
      </Group>
      {children}
    </>
  )
}
