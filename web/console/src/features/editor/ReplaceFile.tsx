import { SimpleGrid, Text, TextInput } from '@mantine/core'
import { type FormEvent, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Problem } from '../../api/problem'
import type { PhotoDetail } from '../../api/types'
import { useFormat } from '../../i18n/format'
import { FormDialog } from '../../ui/FormDialog'
import { tell } from '../../ui/notices'
import { sayFailure, sayFault } from '../../ui/reasons'
import { Steps } from './FileProgress'
import classes from './FileProgress.module.css'
import { type Progress, Unreadable, useReplacement } from './useReplacement'

interface Props {
  photo: PhotoDetail
  onClose: () => void
}

/** ReplaceFile takes another file for a photo. The present picture stays until that of the new file is ready. */
export function ReplaceFile({ photo, onClose }: Props) {
  const { t } = useTranslation()
  const [file, setFile] = useState<File>()
  const { mutate, progress, isPending, error, reset } = useReplacement(photo, () => {
    tell({ message: t('The photo shows the new file.') })
    onClose()
  })
  const fault = useFaultOfFile(error)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (file) mutate(file)
  }
  return (
    <FormDialog
      title={photo.file_id ? t('Replace the file') : t('Give the photo a file')}
      action={photo.file_id ? t('Replace') : t('Add')}
      problem={fault ? undefined : (error ?? undefined)}
      busy={isPending}
      disabled={!file}
      dirty={isPending}
      onSubmit={submit}
      onClose={onClose}
    >
      {photo.file_id && <WhatChanges />}
      <TextInput
        type="file"
        accept="image/*,.heic,.heif,.avif"
        label={t('New file')}
        disabled={isPending}
        error={fault}
        onChange={(event) => {
          reset()
          setFile(event.currentTarget.files?.[0])
        }}
      />
      {file && <BeforeAndAfter photo={photo} file={file} />}
      {progress && <ProgressOf progress={progress} />}
    </FormDialog>
  )
}

/** The server refuses a file by its field, or finds afterwards that nothing can be made of it. */
function useFaultOfFile(error: Error | null): string | undefined {
  const { t } = useTranslation()
  if (error instanceof Unreadable) return sayFailure(error.failed, t).text
  const [fault] = error instanceof Problem ? error.faults : []
  return fault && sayFault(fault, t)
}

function WhatChanges() {
  const { t } = useTranslation()
  return (
    <Text component="ul" size="sm" className={classes.changes}>
      <li>{t('Words, tags, categories, address, likes and views stay.')}</li>
      <li>{t('Camera data become those of the new file; so do time and place, unless you have set them.')}</li>
      <li>{t('The present picture is shown until the new one is ready. The old file is deleted later.')}</li>
    </Text>
  )
}

function BeforeAndAfter({ photo, file }: { photo: PhotoDetail; file: File }) {
  const { t } = useTranslation()
  const { bytes } = useFormat()
  return (
    <SimpleGrid cols={2} spacing="sm">
      <figure className={classes.figure}>
        {photo.formats.thumb_medium && <img src={photo.formats.thumb_medium} alt="" />}
        <Text component="figcaption" size="xs">
          {t('Now')}
        </Text>
      </figure>
      <figure className={classes.figure}>
        <Preview file={file} />
        <Text component="figcaption" size="xs">
          {t('New, {{size}}', { size: bytes(file.size) })}
        </Text>
      </figure>
    </SimpleGrid>
  )
}

/** Not every file that the server reads can be shown by the browser. */
function Preview({ file }: { file: File }) {
  const [address, setAddress] = useState<string>()
  useEffect(() => {
    const made = URL.createObjectURL(file)
    setAddress(made)
    return () => URL.revokeObjectURL(made)
  }, [file])
  return address ? <img src={address} alt="" onError={() => setAddress(undefined)} /> : null
}

function ProgressOf({ progress }: { progress: Progress }) {
  const { t } = useTranslation()
  if ('state' in progress) return <Steps state={progress.state} />
  return (
    <div role="status">
      <Text size="sm">{t('{{percent}} % sent', { percent: Math.floor(100 * progress.sent) })}</Text>
      <progress className={classes.bar} max={1} value={progress.sent} aria-label={t('The file is being sent')} />
    </div>
  )
}
