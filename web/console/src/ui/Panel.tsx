import { Paper, Title } from '@mantine/core'
import { type ReactNode, useId } from 'react'

interface Props {
  title: string
  children: ReactNode
}

/** Panel is a part of a screen with a heading of its own. */
export function Panel({ title, children }: Props) {
  const id = useId()
  return (
    <Paper component="section" aria-labelledby={id} withBorder p="md" radius="md">
      <Title order={2} id={id} mb="sm">
        {title}
      </Title>
      {children}
    </Paper>
  )
}
