import { Alert, Button, Group, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Failure } from '../../ui/Failure'
import { ProblemNotice } from '../../ui/ProblemNotice'
import classes from './FileProgress.module.css'
import { type FileState, isAtWork, useReprocess } from './useFile'

/** FileProgress tells of the work on a file while there is some, and why it failed if it did. */
export function FileProgress({ state }: { state: FileState }) {
  const { t } = useTranslation()
  const again = useReprocess(state.file_id)
  if (isAtWork(state)) return <Steps state={state} />
  if (state.status !== 'failed') return null
  return (
    <Alert role="alert" color="red" title={t('No pictures could be made of this file.')}>
      <Failure of={state} />
      <Group mt="sm">
        <Button size="xs" variant="default" loading={again.isPending} onClick={() => again.mutate({})}>
          {t('Try again')}
        </Button>
      </Group>
      {again.error && <ProblemNotice problem={again.error} />}
    </Alert>
  )
}

/** Steps is how far the work has come. */
export function Steps({ state }: { state: FileState }) {
  const { t } = useTranslation()
  const words: Record<FileState['current_step'], string> = {
    uploaded: t('It waits for its turn.'),
    exif_extraction: t('What the file says is being read.'),
    generating_thumbnails: t('The previews are being made.'),
    optimization: t('The large pictures are being made.'),
  }
  return (
    <div role="status">
      <Text size="sm">{words[state.current_step]}</Text>
      {state.error && <Failure of={state} />}
      <progress
        className={classes.bar}
        max={100}
        value={state.progress}
        aria-label={t('The pictures are being made')}
      />
    </div>
  )
}
