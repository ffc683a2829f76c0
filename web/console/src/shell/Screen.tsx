import { Group, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTitle } from '../ui/useTitle'

interface Props {
  title: string
  /** Whether the title is in the words of a user, which are in no language of ours. */
  own?: boolean
  /** What can be done here, beside the title. */
  actions?: ReactNode
  children: ReactNode
}

/** Screen is the frame of a screen: its heading, which also names the tab, and what is below. */
export function Screen({ title, own, actions, children }: Props) {
  useTitle(title)
  return (
    <>
      <Group justify="space-between" mb="md" mih={36}>
        <Title order={1} translate={own ? 'no' : undefined}>
          {title}
        </Title>
        {actions}
      </Group>
      {children}
    </>
  )
}
