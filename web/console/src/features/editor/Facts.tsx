import { Table, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { PhotoDetail } from '../../api/types'
import { useFormat } from '../../i18n/format'
import { Panel } from '../../ui/Panel'
import { fileQuery } from './useFile'

/** Facts is what cannot be changed: what the camera recorded, what the file says of itself, what visitors did. */
export function Facts({ photo }: { photo: PhotoDetail }) {
  const { t } = useTranslation()
  const { number, time } = useFormat()
  return (
    <>
      <Camera exif={photo.exif} />
      <Words fileId={photo.file_id ?? ''} />
      <Panel title={t('Visitors')}>
        <Rows
          rows={[
            [t('Views'), number(photo.view_count)],
            [t('Likes'), number(photo.like_count)],
            [t('Downloads'), number(photo.download_count)],
            [t('Added'), time(photo.created_at)],
            [t('Changed', { context: 'when' }), time(photo.updated_at)],
          ]}
        />
      </Panel>
    </>
  )
}

function Camera({ exif }: Pick<PhotoDetail, 'exif'>) {
  const { t } = useTranslation()
  const isKnown = Object.values(exif).some((value) => value !== null)
  return (
    <Panel title={t('Camera')}>
      {isKnown ? (
        <Rows
          rows={[
            [t('Camera'), exif.camera],
            [t('Lens'), exif.lens],
            [t('Focal length'), exif.focal_length],
            [t('Aperture'), exif.aperture],
            [t('Exposure time'), exif.shutter_speed],
            [t('Sensitivity'), exif.iso && `ISO ${exif.iso}`],
          ]}
        />
      ) : (
        <Text size="sm">{t('The file says nothing of the camera.')}</Text>
      )}
    </Panel>
  )
}

/** What someone wrote into the file before it was uploaded. */
function Words({ fileId }: { fileId: string }) {
  const { t } = useTranslation()
  const details = useQuery(fileQuery(fileId)).data?.details
  if (!details) return null
  const { title, caption, keywords, creator, copyright, rating } = details
  const rows: Row[] = [
    [t('Title'), title],
    [t('Description'), caption],
    [t('Tags'), keywords.join(', ')],
    [t('Photographer'), creator],
    [t('Copyright'), copyright],
    [t('Rating'), rating && '★'.repeat(rating)],
  ]
  if (!rows.some(([, value]) => value)) return null
  return (
    <Panel title={t('Written into the file')}>
      <Rows rows={rows.filter(([, value]) => value)} />
    </Panel>
  )
}

type Row = [name: string, value: string | number | null]

function Rows({ rows }: { rows: Row[] }) {
  return (
    <Table variant="vertical" withRowBorders={false}>
      <Table.Tbody>
        {rows.map(([name, value]) => (
          <Table.Tr key={name}>
            <Table.Th w={140}>{name}</Table.Th>
            <Table.Td translate="no" style={{ overflowWrap: 'anywhere' }}>
              {value || '–'}
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  )
}
