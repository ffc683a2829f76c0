import { Button, Group, Text } from '@mantine/core'
import { IconFolder, IconPhotoPlus } from '@tabler/icons-react'
import { memo, useRef, useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { chosenFiles } from './browser/drop'
import { dragging } from './dragging'
import type { Found } from './engine/engine'
import { extensions } from './engine/kind'
import type { Limits } from './engine/ports'
import { kindWords } from './kindWords'
import classes from './Upload.module.css'
import { useMebibytes } from './useMebibytes'

interface Props {
  limits: Limits | undefined
  /** Whether the queue is below, which needs the room. */
  small: boolean
  onFiles: (found: Found[]) => void
}

/** DropArea takes files and folders: dropped anywhere on the page, or chosen. */
export const DropArea = memo(function DropArea({ limits, small, onFiles }: Props) {
  const { t, i18n } = useTranslation()
  const mebibytes = useMebibytes()
  const over = useSyncExternalStore(dragging.subscribe, dragging.isOver)
  return (
    <div className={classes.drop} data-over={over || undefined} data-small={small || undefined}>
      {!small && <IconPhotoPlus size={40} stroke={1.2} aria-hidden />}
      <Text fw={600}>{t('Drop photos or folders here')}</Text>
      <Group gap="xs" justify="center">
        <Chooser label={t('Choose files')} accept={limits && extensions(limits.types)} onFiles={onFiles} />
        <Chooser label={t('Choose a folder')} folder onFiles={onFiles} />
      </Group>
      {limits && !small && (
        <Text size="sm" c="dimmed">
          {kindWords(limits.types, i18n.language)}
          {Number.isFinite(limits.size) && ` · ${t('at most {{size}} each', { size: mebibytes(limits.size) })}`}
        </Text>
      )}
    </div>
  )
})

interface ChooserProps {
  label: string
  folder?: boolean
  accept?: string
  onFiles: (found: Found[]) => void
}

function Chooser({ label, folder = false, accept, onFiles }: ChooserProps) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        accept={accept}
        {...(folder && { webkitdirectory: '' })}
        onChange={({ currentTarget }) => {
          onFiles(chosenFiles(currentTarget.files))
          currentTarget.value = '' // so that the same can be chosen again
        }}
      />
      <Button
        variant={folder ? 'default' : 'filled'}
        leftSection={folder ? <IconFolder size={18} aria-hidden /> : undefined}
        onClick={() => input.current?.click()}
      >
        {label}
      </Button>
    </>
  )
}
