import { IconTrash } from '@tabler/icons-react'
import { Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import type { PhotoItem } from '../../api/types'
import { useMay } from '../../session/useProfile'
import { Confirm } from '../../ui/Confirm'
import { part } from '../../ui/part'
import type { Action } from './actions'
import { CategoryDialog } from './CategoryDialog'
import { ChoiceBar } from './ChoiceBar'
import { statuses } from './filter'
import { useStatusWord } from './status'
import { TagDialog } from './TagDialog'
import { type Changing, statusChange } from './undo'
import type { Progress } from './useBatch'

const NewShare = part(async () => (await import('../shares/NewShare')).NewShare)

interface Props {
  photos: PhotoItem[]
  onChange: (changing: Changing) => void
  onDelete: () => void
  /** Has their pictures made again. */
  onRemake: () => void
  /** Opens the one chosen photo. */
  onOpen: () => void
  onClear: () => void
  progress?: Progress
  onStop: () => void
  /** What is asked: also by a key, so the screen keeps it. */
  asking: Asking | undefined
  onAsk: (asking: Asking | undefined) => void
}

export type Asking = 'tags' | 'categories' | 'share' | 'deletion'

/** SelectionBar is what can be done with the chosen photos. */
export function SelectionBar(props: Props) {
  const { photos, onChange, onDelete, onRemake, onOpen, onClear, asking, onAsk } = props
  const { t } = useTranslation()
  const may = useMay()
  const word = useStatusWord()
  const close = () => onAsk(undefined)
  const actions: (Action | false)[] = [
    photos.length === 1 && { label: t('Edit'), run: onOpen },
    {
      label: t('Status'),
      ways: statuses.map((status) => ({ label: word(status), run: () => onChange(statusChange(photos, status)) })),
    },
    { label: t('Tags'), run: () => onAsk('tags') },
    { label: t('Categories'), run: () => onAsk('categories') },
    { label: t('Share…'), run: () => onAsk('share') },
    { label: t('Make the pictures again'), run: onRemake },
    may('photo.delete') && {
      label: t('Delete'),
      icon: <IconTrash size={16} aria-hidden />,
      run: () => onAsk('deletion'),
    },
  ]
  return (
    <>
      <ChoiceBar
        label={t('Chosen photos')}
        count={photos.length}
        actions={actions.filter((action) => action !== false)}
        progress={props.progress}
        onStop={props.onStop}
        onClear={onClear}
      />
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
    </>
  )
}
