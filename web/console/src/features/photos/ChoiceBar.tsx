import { Button, Group, Paper, Text } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../i18n/format'
import classes from './ChoiceBar.module.css'

interface Props {
  count: number
  onClear: () => void
  children: ReactNode
}

/** ChoiceBar stands at the foot of the window while photos are chosen. */
export function ChoiceBar({ count, onClear, children }: Props) {
  const { t } = useTranslation()
  const { number } = useFormat()
  return (
    <>
      <div className={classes.room} />
      <Paper component="section" aria-label={t('Chosen photos')} withBorder shadow="md" className={classes.bar}>
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
