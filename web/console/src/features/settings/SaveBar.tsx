import { Button, Group, Paper, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useHeightAs } from '../../ui/useHeightAs'
import classes from './Settings.module.css'

interface Props {
  count: number
  faults: number
  busy: boolean
  onDiscard: () => void
}

/** SaveBar stays at the foot of the window while there is something to save. */
export function SaveBar({ count, faults, busy, onDiscard }: Props) {
  const { t } = useTranslation()
  const foot = useHeightAs('--vitrine-foot')
  if (count === 0) return null
  return (
    <Paper
      ref={foot}
      component="section"
      aria-label={t('Unsaved changes')}
      withBorder
      shadow="md"
      className={classes.bar}
    >
      <Group gap="xs" justify="space-between">
        <Text size="sm" fw={600} role="status" c={faults > 0 ? 'var(--mantine-color-error)' : undefined}>
          {faults > 0
            ? t('{{count}} settings are not accepted', { count: faults })
            : t('{{count}} not saved', { count })}
        </Text>
        <Group gap="xs">
          <Button variant="default" disabled={busy} onClick={onDiscard}>
            {t('Discard')}
          </Button>
          <Button type="submit" loading={busy}>
            {t('Save')}
          </Button>
        </Group>
      </Group>
    </Paper>
  )
}
