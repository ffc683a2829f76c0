import { Group, Paper } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './Rows.module.css'

/** Rows is a list of things that each have more to say than fits into a table on a phone. */
export function Rows({ label, children }: { label: string; children: ReactNode }) {
  return (
    <Paper component="ul" withBorder radius="md" aria-label={label} className={classes.rows}>
      {children}
    </Paper>
  )
}

interface RowProps {
  children: ReactNode
  /** What can be done with the thing: beside it, or below where it is narrow. */
  actions?: ReactNode
  /** What is unfolded below it. */
  below?: ReactNode
}

export function Row({ children, actions, below }: RowProps) {
  return (
    <li className={classes.row}>
      <Group justify="space-between" gap="sm">
        <div className={classes.main}>{children}</div>
        {actions && <Group gap="xs">{actions}</Group>}
      </Group>
      {below}
    </li>
  )
}
