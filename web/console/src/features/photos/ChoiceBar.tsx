import { Button, Group, Paper, Text } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../i18n/format'
import classes from './ChoiceBar.module.css'

interface Props {
  /** What is chosen. */
  label: string
  count: number
  onClear: () => void
  children: ReactNode
}

/** ChoiceBar stands at the foot of the window while things are chosen. */
export function ChoiceBar({ label, count, onClear, children }: Props) {
  const { t } = useTranslation()
  const { number } = useFormat()
  return (
    <>
      <div className={classes.room} />
      <Paper component="section" aria-label={label} withBorder shadow="md" className={classes.bar}>
        <Group gap="xs">
          <Text size="sm" fw={600} role="status">
            {t('{{count}} chosen', { count, n: number(count) })}
          </Text>
          {children}
          <Button
            variant="subtle"
            size="sm"
            color="gray"
            c="inherit"
            leftSection={<IconX size={16} aria-hidden />}
            onClick={onClear}
          >
            {t('Clear the choice')}
          </Button>
        </Group>
      </Paper>
    </>
  )
}
