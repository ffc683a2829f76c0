import { Modal } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { ProblemNotice } from './ProblemNotice'

interface Props {
  title: string
  problem: Error
  onClose: () => void
}

/** ReadFailed stands in the place of a dialog whose content could not be read. */
export function ReadFailed({ title, problem, onClose }: Props) {
  const { t } = useTranslation()
  return (
    <Modal opened onClose={onClose} title={title} closeButtonProps={{ 'aria-label': t('Close') }}>
      <ProblemNotice problem={problem} />
    </Modal>
  )
}
