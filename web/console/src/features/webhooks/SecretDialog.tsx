import { Button, Group, Modal, Stack, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { CopyField } from '../../ui/Copy'
import { useFocusBack } from '../../ui/useFocusBack'

/** SecretDialog shows a secret the only time that it is seen; so it is not closed by a press beside it. */
export function SecretDialog({ secret, onClose }: { secret: string; onClose: () => void }) {
  const { t } = useTranslation()
  useFocusBack()
  return (
    <Modal
      opened
      size="lg"
      onClose={onClose}
      title={t('The secret of the webhook')}
      closeOnClickOutside={false}
      closeOnEscape={false}
      withCloseButton={false}
    >
      <Stack gap="sm">
        <Text size="sm">
          {t('The receiver verifies by it that messages are from here. It is shown now, and never again.')}
        </Text>
        <CopyField label={t('Secret')} text={secret} action={t('Copy the secret')} />
        <Group justify="flex-end" mt="xs">
          <Button variant="default" onClick={onClose}>
            {t('I have kept it')}
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}
