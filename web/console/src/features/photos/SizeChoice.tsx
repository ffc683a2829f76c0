import { SegmentedControl } from '@mantine/core'
import { useLocalStorage } from '@mantine/hooks'
import { useTranslation } from 'react-i18next'
import type { TileSize } from './layout'

export function useTileSize() {
  return useLocalStorage<TileSize>({ key: 'vitrine-tiles', defaultValue: 'medium', getInitialValueInEffect: false })
}

interface Props {
  size: TileSize
  onChange: (size: TileSize) => void
}

export function SizeChoice({ size, onChange }: Props) {
  const { t } = useTranslation()
  const sizes: { value: TileSize; label: string }[] = [
    { value: 'small', label: t('Small') },
    { value: 'medium', label: t('Medium') },
    { value: 'large', label: t('Large') },
  ]
  return (
    <SegmentedControl
      size="xs"
      aria-label={t('Size of the pictures')}
      data={sizes}
      value={size}
      onChange={(value) => onChange(value as TileSize)}
    />
  )
}
