import { Modal } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { ProblemNotice } from './ProblemNotice'
import { useFocusBack } from './useFocusBack'

interface Props {
  title: string
  problem: Error
  onClose: () => void
}

/** FailedDialog stands in the place of a dialog that could not read what it is about. */
export function FailedDialog({ title, problem, onClose }: Props) {
  const { t } = useTranslation()
  useFocusBack()
  return (
    <Modal opened title={title} onClose={onClose} closeButtonProps={{ 'aria-label': t('Close') }}>
      <ProblemNotice problem={problem} />
    </Modal>
  )
}
