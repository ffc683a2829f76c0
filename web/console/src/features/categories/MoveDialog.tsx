import { Button, Group, Modal, NativeSelect, Stack } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Category } from '../../api/types'
import { useFocusBack } from '../../ui/useFocusBack'
import { indented } from '../photos/vocabulary'
import { childrenOf, isWithin, type Place, placeOf } from './tree'

interface Props {
  categories: Category[]
  category: Category
  onMove: (move: { category: Category; place: Place }) => void
  onClose: () => void
}

/** MoveDialog moves a category without dragging: below which, and before which. Those below itself are not offered. */
export function MoveDialog({ categories, category, onMove, onClose }: Props) {
  const { t } = useTranslation()
  useFocusBack()
  const [place, setPlace] = useState<Place>(() => placeOf(categories, category))
  const others = childrenOf(categories, place.parentId).filter(({ id }) => id !== category.id)
  const parents = categories.filter(({ id }) => !isWithin(categories, id, category.id))
  const below = (value: string) => {
    const parentId = value ? Number(value) : null
    setPlace({ parentId, index: childrenOf(categories, parentId).filter(({ id }) => id !== category.id).length })
  }
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('Move “{{name}}”', { name: category.name })}
      closeButtonProps={{ 'aria-label': t('Close') }}
    >
      <Stack>
        <NativeSelect
          label={t('Into')}
          data-autofocus
          data={[{ value: '', label: t('No other: at the top') }, ...indented(parents)]}
          value={place.parentId ?? ''}
          onChange={(event) => below(event.currentTarget.value)}
        />
        <NativeSelect
          label={t('Position')}
          data={[
            ...others.map(({ name }, i) => ({ value: String(i), label: t('Before “{{name}}”', { name }) })),
            { value: String(others.length), label: t('At the end') },
          ]}
          value={String(place.index)}
          onChange={(event) => setPlace({ ...place, index: Number(event.currentTarget.value) })}
        />
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {t('Cancel')}
          </Button>
          <Button
            onClick={() => {
              onClose()
              onMove({ category, place })
            }}
          >
            {t('Move')}
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}
