import { Anchor, Table } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { PhotoDetail } from '../../api/types'
import { useFormat } from '../../i18n/format'
import { useFormatWord } from './formats'

/** Renditions is the derived pictures, how large each is, and where. */
export function Renditions({ photo }: { photo: PhotoDetail }) {
  const { t } = useTranslation()
  const { bytes } = useFormat()
  const word = useFormatWord()
  if (!photo.renditions?.length) return null
  return (
    <Table fz="sm" verticalSpacing={4} horizontalSpacing={6}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{t('Picture')}</Table.Th>
          <Table.Th>{t('Pixels')}</Table.Th>
          <Table.Th ta="right">{t('Size')}</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {photo.renditions.map(({ name, width, height, size, url }) => (
          <Table.Tr key={name}>
            <Table.Td>
              <Anchor size="sm" href={url} target="_blank" underline="always">
                {word(name)}
              </Anchor>
            </Table.Td>
            <Table.Td style={{ whiteSpace: 'nowrap' }}>
              {width} × {height}
            </Table.Td>
            <Table.Td ta="right" translate="no" style={{ whiteSpace: 'nowrap' }}>
              {bytes(size)}
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  )
}
