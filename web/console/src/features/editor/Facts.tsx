import { Anchor, Group, Table } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { PhotoDetail } from '../../api/types'
import { useFormat } from '../../i18n/format'
import { Panel } from '../../ui/Panel'

/** Facts is what cannot be changed: the file, the camera, what visitors did, and the derived pictures. */
export function Facts({ photo }: { photo: PhotoDetail }) {
  const { t } = useTranslation()
  const { number, bytes, time } = useFormat()
  const { exif, file_info: file } = photo
  const rows: [string, string | number | null | undefined][] = [
    [t('File'), file.original_filename],
    [
      t('Size'),
      [file.file_size && bytes(file.file_size), photo.width && `${photo.width} × ${photo.height}`]
        .filter(Boolean)
        .join(' · '),
    ],
    [t('Camera'), exif.camera],
    [t('Lens'), exif.lens],
    [
      t('Exposure'),
      [exif.shutter_speed, exif.aperture, exif.iso && `ISO ${exif.iso}`, exif.focal_length].filter(Boolean).join(' · '),
    ],
    [t('Seen'), `${number(photo.view_count)} · ♥ ${number(photo.like_count)} · ↓ ${number(photo.download_count)}`],
    [t('Added'), time(photo.created_at)],
    [t('Changed'), time(photo.updated_at)],
  ]
  return (
    <Panel title={t('Facts')}>
      <Table variant="vertical" withRowBorders={false}>
        <Table.Tbody>
          {rows
            .filter(([, value]) => value)
            .map(([name, value]) => (
              <Table.Tr key={name}>
                <Table.Th w={120}>{name}</Table.Th>
                <Table.Td translate="no">{value}</Table.Td>
              </Table.Tr>
            ))}
        </Table.Tbody>
      </Table>
      <Formats formats={photo.formats} />
    </Panel>
  )
}

function Formats({ formats }: { formats: PhotoDetail['formats'] }) {
  const { t } = useTranslation()
  const names = {
    jpg: 'JPEG',
    webp: 'WebP',
    avif: 'AVIF',
    thumb_large: t('Large'),
    thumb_medium: t('Medium'),
    thumb_small: t('Small'),
  }
  return (
    <Group gap="sm" mt="sm">
      {(Object.keys(names) as (keyof typeof names)[])
        .filter((format) => formats[format])
        .map((format) => (
          <Anchor key={format} size="sm" href={formats[format]} target="_blank" translate="no">
            {names[format]}
          </Anchor>
        ))}
    </Group>
  )
}
