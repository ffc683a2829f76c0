import { useForm } from '@mantine/form'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { ShareLink } from '../../api/types'
import { useFormat } from '../../i18n/format'
import { FormDialog } from '../../ui/FormDialog'
import { FormStale } from '../../ui/FormStale'
import { fromLocal } from '../../ui/localTime'
import { tell } from '../../ui/notices'
import { useVersioned } from '../../ui/useVersioned'
import { Versioned } from '../../ui/Versioned'
import { bodyOf, type Draft, draftOf } from './draft'
import { ShareFields } from './ShareFields'
import { readShare, updateShare } from './shares'

/** EditShare changes what is said of a share link. */
export function EditShare({ id, onClose }: { id: number; onClose: () => void }) {
  const { t } = useTranslation()
  return (
    <Versioned title={t('Share link')} queryKey={['shares', 'one', id]} read={() => readShare(id)} onClose={onClose}>
      {(share, etag) => <Form share={share} etag={etag} onClose={onClose} />}
    </Versioned>
  )
}

function Form({ share, etag, onClose }: { share: ShareLink; etag: string; onClose: () => void }) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const words = useFieldWords()
  const { time } = useFormat()
  const form = useForm({ initialValues: draftOf(share) })
  const version = useVersioned(
    form,
    { values: draftOf(share), etag },
    {
      send: (draft, base) => updateShare(share.id, bodyOf(draft), base.etag),
      read: async () => {
        const now = await readShare(share.id)
        return { values: draftOf(now.data), etag: now.etag }
      },
      onSuccess: () => {
        tell({ message: t('Saved') })
        onClose()
        return client.invalidateQueries({ queryKey: ['shares'] })
      },
    },
  )
  return (
    <FormDialog
      title={t('Share link')}
      action={t('Save')}
      problem={version.problem}
      busy={version.busy}
      dirty={form.isDirty()}
      disabled={!form.isDirty()}
      onSubmit={version.submit}
      onClose={onClose}
    >
      <FormStale
        of={version}
        words={words}
        say={{
          password: (typed) => (typed ? '••••••' : t('As it is')),
          expires_at: (local) => (local ? time(fromLocal(local) ?? '') : t('Never')),
        }}
      />
      <ShareFields form={form} hasPassword={share.has_password} />
    </FormDialog>
  )
}

function useFieldWords(): Record<keyof Draft, string> {
  const { t } = useTranslation()
  return {
    title: t('Title'),
    password: t('Password'),
    removePassword: t('Take the password off'),
    expires_at: t('Ends'),
    allow_download: t('Visitors may download the originals'),
    allow_picks: t('Visitors may mark favourites'),
  }
}
