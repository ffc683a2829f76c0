import { Button, Group, Modal, Stack, Text } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { PhotoItem, ShareLink } from '../../api/types'
import { CopyField } from '../../ui/Copy'
import { FormDialog } from '../../ui/FormDialog'
import { useFocusBack } from '../../ui/useFocusBack'
import { useSubmit } from '../../ui/useSubmit'
import { addressOf, bodyOf, draftOf } from './draft'
import { ShareFields } from './ShareFields'
import { createShare, mostPhotos } from './shares'

interface Props {
  photos: PhotoItem[]
  onClose: () => void
}

/** NewShare makes a link to the chosen photos, and then shows it. */
export function NewShare({ photos, onClose }: Props) {
  const { t } = useTranslation()
  useFocusBack() // from the second dialog too
  const client = useQueryClient()
  const [made, setMade] = useState<ShareLink>()
  const form = useForm({ initialValues: draftOf() })
  const { submit, busy, problem } = useSubmit(
    form,
    (draft) => createShare({ ...bodyOf(draft), photo_ids: photos.map(({ id }) => id) }),
    (share) => {
      setMade(share)
      return client.invalidateQueries({ queryKey: ['shares'] })
    },
  )
  if (made) return <Made share={made} onClose={onClose} />
  return (
    <FormDialog
      title={t('Share {{count}} photos', { count: photos.length })}
      action={t('Make the link')}
      problem={problem}
      busy={busy}
      dirty={form.isDirty()}
      disabled={photos.length > mostPhotos}
      onSubmit={submit}
      onClose={onClose}
    >
      {photos.length > mostPhotos && (
        <Text size="sm" c="var(--mantine-color-error)" role="alert">
          {t('A share takes at most 1,000 photos. Choose fewer.')}
        </Text>
      )}
      <ShareFields form={form} hasPassword={false} />
    </FormDialog>
  )
}

function Made({ share, onClose }: { share: ShareLink; onClose: () => void }) {
  const { t } = useTranslation()
  return (
    <Modal opened onClose={onClose} title={t('The link is ready')} closeButtonProps={{ 'aria-label': t('Close') }}>
      <Stack gap="sm">
        <CopyField label={share.title} text={addressOf(share.url)} action={t('Copy the link')} />
        {share.has_password && <Text size="sm">{t('Send the password by another way than the link.')}</Text>}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {t('Done')}
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}
