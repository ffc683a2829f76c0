import { useForm } from '@mantine/form'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { ShareLink } from '../../api/types'
import { FailedDialog } from '../../ui/FailedDialog'
import { FormDialog } from '../../ui/FormDialog'
import { tell } from '../../ui/notices'
import { Stale } from '../../ui/Stale'
import { useSubmit } from '../../ui/useSubmit'
import { bodyOf, draftOf } from './draft'
import { ShareFields } from './ShareFields'
import { shareQuery, updateShare } from './shares'

/** EditShare changes what is said of a share link. */
export function EditShare({ id, onClose }: { id: number; onClose: () => void }) {
  const { t } = useTranslation()
  const share = useQuery({ ...shareQuery(id), refetchOnWindowFocus: false })
  if (share.error) return <FailedDialog title={t('Share link')} problem={share.error} onClose={onClose} />
  if (!share.data || (share.isFetching && !share.isFetchedAfterMount)) return null
  return (
    <Form
      key={share.data.etag}
      share={share.data.data}
      etag={share.data.etag}
      onReload={() => share.refetch()}
      onClose={onClose}
    />
  )
}

interface Props {
  share: ShareLink
  etag: string
  onReload: () => void
  onClose: () => void
}

function Form({ share, etag, onReload, onClose }: Props) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const form = useForm({ initialValues: draftOf(share) })
  const { submit, submitOver, busy, problem, stale } = useSubmit(
    form,
    (draft, over) => updateShare(share.id, bodyOf(draft), over ? undefined : etag),
    () => {
      tell({ message: t('Saved') })
      onClose()
      return client.invalidateQueries({ queryKey: ['shares', 'list'] })
    },
  )
  return (
    <FormDialog
      title={t('Share link')}
      action={t('Save')}
      problem={problem}
      busy={busy}
      dirty={form.isDirty()}
      disabled={!form.isDirty()}
      onSubmit={submit}
      onClose={onClose}
    >
      {stale && <Stale onTakeTheirs={onReload} onKeepMine={submitOver} />}
      <ShareFields form={form} hasPassword={share.has_password} />
    </FormDialog>
  )
}
