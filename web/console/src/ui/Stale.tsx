import { Alert, Button, Group, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'

interface Props {
  /** Puts what the other has saved into the form. */
  onTakeTheirs: () => void
  /** Keeps what is in the form, to be saved over it. */
  onKeepMine: () => void
}

/** Stale tells that someone else has saved the same thing meanwhile, and lets one choose. */
export function Stale({ onTakeTheirs, onKeepMine }: Props) {
  const { t } = useTranslation()
  return (
    <Alert role="alert" color="yellow" title={t('Someone else has changed this meanwhile.')}>
      <Text size="sm">{t('What you typed is still here.')}</Text>
      <Group gap="xs" mt="sm">
        <Button size="xs" variant="default" onClick={onTakeTheirs}>
          {t('Load theirs')}
        </Button>
        <Button size="xs" variant="default" onClick={onKeepMine}>
          {t('Save mine over it')}
        </Button>
      </Group>
    </Alert>
  )
}
