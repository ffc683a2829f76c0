import { Button, Group, Text } from '@mantine/core'
import { IconFolder, IconPhotoPlus } from '@tabler/icons-react'
import { memo, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { chosenFiles, droppedFiles } from './browser/drop'
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
  const over = useDrop(onFiles)
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

/** useDrop takes what is dropped on the page, and tells while files are over it. */
function useDrop(onFiles: (found: Found[]) => void): boolean {
  const [over, setOver] = useState(false)
  useEffect(() => {
    const hasFiles = (event: DragEvent) => event.dataTransfer?.types.includes('Files')
    const drag = (event: DragEvent) => {
      if (!hasFiles(event)) return
      event.preventDefault()
      setOver(true)
    }
    const leave = (event: DragEvent) => !event.relatedTarget && setOver(false)
    const drop = (event: DragEvent) => {
      if (!hasFiles(event) || !event.dataTransfer) return
      event.preventDefault()
      setOver(false)
      droppedFiles(event.dataTransfer).then(onFiles)
    }
    addEventListener('dragover', drag)
    addEventListener('dragleave', leave)
    addEventListener('drop', drop)
    return () => {
      removeEventListener('dragover', drag)
      removeEventListener('dragleave', leave)
      removeEventListener('drop', drop)
    }
  }, [onFiles])
  return over
}
