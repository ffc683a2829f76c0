import { Button, Group, Modal, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useFocusBack } from './useFocusBack'

interface Props {
  opened: boolean
  title: string
  question: string
  /** What the button says: the very thing that it does. */
  action: string
  onConfirm: () => void
  onClose: () => void
}

/** Confirm asks before something that cannot be taken back, or touches much. */
export function Confirm({ opened, title, question, action, onConfirm, onClose }: Props) {
  const { t } = useTranslation()
  useFocusBack(opened)
  const confirm = () => {
    onConfirm()
    onClose()
  }
  return (
    <Modal opened={opened} onClose={onClose} title={title} closeButtonProps={{ 'aria-label': t('Close') }}>
      <Text size="sm" style={{ whiteSpace: 'pre-line' }}>
        {question}
      </Text>
      <Group justify="flex-end" mt="lg">
        <Button variant="default" onClick={onClose} data-autofocus>
          {t('Cancel')}
        </Button>
        <Button color="red.9" onClick={confirm}>
          {action}
        </Button>
      </Group>
    </Modal>
  )
}
