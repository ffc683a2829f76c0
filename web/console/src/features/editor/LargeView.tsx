import { ActionIcon, Group, Modal, Text } from '@mantine/core'
import { useHotkeys } from '@mantine/hooks'
import { IconChevronLeft, IconChevronRight, IconX, IconZoomIn, IconZoomOut } from '@tabler/icons-react'
import { type ReactNode, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { PhotoDetail } from '../../api/types'
import { useFormat } from '../../i18n/format'
import classes from './LargeView.module.css'
import type { Way } from './useNeighbours'

interface Props {
  /** undefined until it is read. */
  photo: PhotoDetail | undefined
  way: Way
  onClose: () => void
}

/** LargeView is the picture alone on the whole window: arrows lead on, Z shows every pixel, Escape leads back. */
export function LargeView({ photo, way, onClose }: Props) {
  const { t } = useTranslation()
  const { number } = useFormat()
  const [isFull, setFull] = useState(false)
  const toggle = () => setFull((full) => !full)
  useHotkeys([['Z', toggle]])
  // biome-ignore lint/correctness/useExhaustiveDependencies: another picture is shown whole
  useEffect(() => setFull(false), [photo?.id])
  const src = photo?.formats.jpg ?? photo?.formats.webp
  return (
    <Modal
      opened
      fullScreen
      returnFocus={false}
      withCloseButton={false}
      onClose={onClose}
      classNames={{ content: classes.content, body: classes.body }}
      attributes={{ content: { 'aria-label': t('The picture, large'), 'data-large-view': true } }}
    >
      <Group className={classes.bar} justify="space-between" wrap="nowrap">
        <Text size="sm" truncate translate="no" role="status" data-autofocus tabIndex={-1}>
          {photo?.title}
        </Text>
        <Group gap={4} wrap="nowrap">
          {way.here !== undefined && way.total !== undefined && (
            <Text size="sm" mr="xs" style={{ whiteSpace: 'nowrap' }}>
              {number(way.here + 1)} / {number(way.total)}
            </Text>
          )}
          <Control label={t('Previous')} disabled={!way.previous} onPress={way.goPrevious}>
            <IconChevronLeft size={20} aria-hidden />
          </Control>
          <Control label={t('Next')} disabled={!way.next} onPress={way.goNext}>
            <IconChevronRight size={20} aria-hidden />
          </Control>
          <Control label={isFull ? t('Show it whole') : t('Show every pixel')} onPress={toggle}>
            {isFull ? <IconZoomOut size={20} aria-hidden /> : <IconZoomIn size={20} aria-hidden />}
          </Control>
          <Control label={t('Close')} onPress={onClose}>
            <IconX size={20} aria-hidden />
          </Control>
        </Group>
      </Group>
      <section
        className={classes.stage}
        data-full={isFull || undefined}
        tabIndex={isFull ? 0 : undefined}
        aria-label={photo?.title}
      >
        {src ? (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the button above and the key Z do the same
          <img src={src} alt={photo?.title} className={classes.picture} onClick={toggle} />
        ) : (
          photo && <Text size="sm">{t('There is no picture yet.')}</Text>
        )}
      </section>
    </Modal>
  )
}

interface ControlProps {
  label: string
  disabled?: boolean
  onPress: () => void
  children: ReactNode
}

function Control({ label, disabled, onPress, children }: ControlProps) {
  return (
    <ActionIcon
      className={classes.control}
      size="lg"
      variant="transparent"
      title={label}
      aria-label={label}
      disabled={disabled}
      onClick={onPress}
    >
      {children}
    </ActionIcon>
  )
}
