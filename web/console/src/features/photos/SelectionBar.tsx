import { Button, Menu } from '@mantine/core'
import { IconChevronUp, IconTrash } from '@tabler/icons-react'
import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import type { PhotoItem } from '../../api/types'
import { useMay } from '../../session/useProfile'
import { Confirm } from '../../ui/Confirm'
import { CategoryDialog } from './CategoryDialog'
import { ChoiceBar } from './ChoiceBar'
import { statuses } from './filter'
import { useStatusWord } from './status'
import { TagDialog } from './TagDialog'
import { statusChange } from './undo'
import type { Change } from './useBatch'

const NewShare = lazy(() => import('../shares/NewShare').then((module) => ({ default: module.NewShare })))

interface Props {
  photos: PhotoItem[]
  onChange: (change: { change: Change; back: Change[] }) => void
  onDelete: () => void
  /** Opens the one chosen photo. */
  onOpen: () => void
  onClear: () => void
  busy: boolean
  /** What is asked: also by a key, so the screen keeps it. */
  asking: Asking | undefined
  onAsk: (asking: Asking | undefined) => void
}

export type Asking = 'tags' | 'categories' | 'share' | 'deletion'

/** SelectionBar is what can be done with the chosen photos. */
export function SelectionBar({ photos, onChange, onDelete, onOpen, onClear, busy, asking, onAsk }: Props) {
  const { t } = useTranslation()
  const may = useMay()
  const close = () => onAsk(undefined)
  return (
    <ChoiceBar label={t('Chosen photos')} count={photos.length} onClear={onClear}>
      {photos.length === 1 && (
        <Button size="sm" onClick={onOpen}>
          {t('Edit')}
        </Button>
      )}
      <StatusMenu photos={photos} onChange={onChange} busy={busy} />
      <Button variant="default" size="sm" disabled={busy} onClick={() => onAsk('tags')}>
        {t('Tags')}
      </Button>
      <Button variant="default" size="sm" disabled={busy} onClick={() => onAsk('categories')}>
        {t('Categories')}
      </Button>
      <Button variant="default" size="sm" disabled={busy} onClick={() => onAsk('share')}>
        {t('Share…')}
      </Button>
      {may('photo.delete') && (
        <Button
          variant="default"
          size="sm"
          disabled={busy}
          leftSection={<IconTrash size={16} aria-hidden />}
          onClick={() => onAsk('deletion')}
        >
          {t('Delete')}
        </Button>
      )}
      <TagDialog opened={asking === 'tags'} photos={photos} onChange={onChange} onClose={close} />
      <CategoryDialog opened={asking === 'categories'} photos={photos} onChange={onChange} onClose={close} />
      {asking === 'share' && (
        <Suspense>
          <NewShare photos={photos} onClose={close} />
        </Suspense>
      )}
      <Confirm
        opened={asking === 'deletion'}
        title={t('Delete {{count}} photos?', { count: photos.length })}
        question={t('They leave the site at once, and stay in the trash for 30 days.')}
        action={t('Delete')}
        onConfirm={onDelete}
        onClose={close}
      />
    </ChoiceBar>
  )
}

function StatusMenu({ photos, onChange, busy }: Pick<Props, 'photos' | 'onChange' | 'busy'>) {
  const { t } = useTranslation()
  const word = useStatusWord()
  return (
    <Menu position="top-start">
      <Menu.Target>
        <Button variant="default" size="sm" disabled={busy} rightSection={<IconChevronUp size={16} aria-hidden />}>
          {t('Status')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {statuses.map((status) => (
          <Menu.Item key={status} onClick={() => onChange(statusChange(photos, status))}>
            {word(status)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
