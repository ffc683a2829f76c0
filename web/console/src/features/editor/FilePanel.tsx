import { Button, Group, Stack, Text } from '@mantine/core'
import { IconDownload, IconRefresh, IconReplace } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { PhotoDetail } from '../../api/types'
import { useFormat } from '../../i18n/format'
import { useMay } from '../../session/useProfile'
import { tell } from '../../ui/notices'
import { Panel } from '../../ui/Panel'
import { FileProgress } from './FileProgress'
import { Renditions } from './Renditions'
import { ReplaceFile } from './ReplaceFile'
import { Reprocess } from './Reprocess'
import { isAtWork, useFile } from './useFile'

/** FilePanel is the file of a photo, the work on it, and the pictures that were made of it. */
export function FilePanel({ photo }: { photo: PhotoDetail }) {
  const { t } = useTranslation()
  const may = useMay()
  const [asking, setAsking] = useState<'replacement' | 'reprocessing'>()
  const state = useFile(photo, (end) => {
    if (end.status === 'completed') tell({ message: t('The pictures are ready.') })
  }).data
  const close = () => setAsking(undefined)
  return (
    <Panel title={t('File')}>
      <Stack gap="sm">
        {photo.file_id ? <FileFacts photo={photo} /> : <Text size="sm">{t('This photo has no file.')}</Text>}
        {state && <FileProgress state={state} />}
        <Group gap="xs">
          {photo.formats.original && (
            <Button
              component="a"
              href={photo.formats.original}
              download={photo.file_info.original_filename ?? ''}
              variant="default"
              size="xs"
              leftSection={<IconDownload size={16} aria-hidden />}
            >
              {t('Download the original')}
            </Button>
          )}
          {may('photo.create') && (
            <Button
              variant="default"
              size="xs"
              leftSection={<IconReplace size={16} aria-hidden />}
              onClick={() => setAsking('replacement')}
            >
              {photo.file_id ? t('Replace the file…') : t('Give it a file…')}
            </Button>
          )}
          {photo.file_id && (
            <Button
              variant="default"
              size="xs"
              disabled={isAtWork(state)}
              leftSection={<IconRefresh size={16} aria-hidden />}
              onClick={() => setAsking('reprocessing')}
            >
              {t('Make the pictures again…')}
            </Button>
          )}
        </Group>
        <Renditions photo={photo} />
      </Stack>
      {asking === 'replacement' && <ReplaceFile photo={photo} onClose={close} />}
      {asking === 'reprocessing' && photo.file_id && <Reprocess fileId={photo.file_id} onClose={close} />}
    </Panel>
  )
}

function FileFacts({ photo }: { photo: PhotoDetail }) {
  const { t } = useTranslation()
  const { bytes } = useFormat()
  const { original_filename: name, file_size: size, mime_type: type } = photo.file_info
  const facts = [
    size !== null && bytes(size),
    photo.width && `${photo.width} × ${photo.height}`,
    type?.replace('image/', '').toUpperCase(),
  ]
  return (
    <div>
      <Text size="sm" fw={600} translate="no" style={{ overflowWrap: 'anywhere' }}>
        {name ?? t('File')}
      </Text>
      <Text size="sm" c="dimmed" translate="no">
        {facts.filter(Boolean).join(' · ')}
      </Text>
    </div>
  )
}
