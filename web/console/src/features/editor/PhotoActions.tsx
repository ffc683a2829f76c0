import { Button, Group } from '@mantine/core'
import { IconExternalLink, IconShare, IconTrash } from '@tabler/icons-react'
import { Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { PhotoDetail } from '../../api/types'
import { useMay } from '../../session/useProfile'
import { Confirm } from '../../ui/Confirm'
import { part } from '../../ui/part'
import { useDelete } from './useDelete'
import type { Way } from './useNeighbours'

const NewShare = part(async () => (await import('../shares/NewShare')).NewShare)

interface Props {
  photo: PhotoDetail
  way: Way
}

/** PhotoActions is what can be done with a photo as a whole. */
export function PhotoActions({ photo, way }: Props) {
  const { t } = useTranslation()
  const may = useMay()
  const [asking, setAsking] = useState<'share' | 'deletion'>()
  const deletion = useDelete(photo, way)
  const close = () => setAsking(undefined)
  const isPublic = photo.status === 'published' && photo.formats.thumb_small
  return (
    <Group gap="xs">
      {isPublic && (
        <Button
          component="a"
          href={`/p/${encodeURIComponent(photo.slug)}`}
          target="_blank"
          variant="default"
          size="sm"
          leftSection={<IconExternalLink size={16} aria-hidden />}
        >
          {t('Open on the site')}
        </Button>
      )}
      <Button
        variant="default"
        size="sm"
        leftSection={<IconShare size={16} aria-hidden />}
        onClick={() => setAsking('share')}
      >
        {t('Share…')}
      </Button>
      {may('photo.delete') && (
        <Button
          variant="default"
          size="sm"
          loading={deletion.isPending}
          leftSection={<IconTrash size={16} aria-hidden />}
          onClick={() => setAsking('deletion')}
        >
          {t('Delete')}
        </Button>
      )}
      {asking === 'share' && (
        <Suspense>
          <NewShare photos={[photo]} onClose={close} />
        </Suspense>
      )}
      <Confirm
        opened={asking === 'deletion'}
        title={t('Delete “{{title}}”?', { title: photo.title })}
        question={t('It leaves the site at once, and stays in the trash for 30 days.')}
        action={t('Delete')}
        onConfirm={() => deletion.mutate()}
        onClose={close}
      />
    </Group>
  )
}
