import { Checkbox, NativeSelect, PasswordInput, TextInput } from '@mantine/core'
import { type UseFormReturnType, useForm } from '@mantine/form'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { User } from '../../api/types'
import { FormDialog } from '../../ui/FormDialog'
import { tell } from '../../ui/notices'
import { useSubmit } from '../../ui/useSubmit'
import { useRoleWord } from '../account/role'
import { changesOf, type Draft, draftOf } from './draft'
import type { Role } from './filter'
import { rolesToGive } from './rank'
import { createUser, updateUser } from './users'

interface Props {
  /** Nobody for a new one. */
  user?: User
  /** The role of who is asking. */
  actor: Role
  onClose: () => void
}

/** UserDialog makes a user, or changes one. */
export function UserDialog({ user, actor, onClose }: Props) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const before = draftOf(user ?? 'editor')
  const form = useForm({ initialValues: before })
  const { submit, busy, problem } = useSubmit(
    form,
    (draft) => (user ? updateUser(user.id, changesOf(before, draft)) : createUser(draft)),
    () => {
      tell({ message: user ? t('Saved') : t('The user is added.') })
      onClose()
      return client.invalidateQueries({ queryKey: ['users'] })
    },
  )
  return (
    <FormDialog
      title={user ? t('Edit {{name}}', { name: user.username }) : t('New user')}
      action={user ? t('Save') : t('Add the user')}
      problem={problem}
      busy={busy}
      dirty={form.isDirty()}
      disabled={!form.isDirty()}
      onSubmit={submit}
      onClose={onClose}
    >
      <Fields form={form} actor={actor} isNew={!user} />
    </FormDialog>
  )
}

function Fields({ form, actor, isNew }: { form: UseFormReturnType<Draft>; actor: Role; isNew: boolean }) {
  const { t } = useTranslation()
  const roleWord = useRoleWord()
  return (
    <>
      <TextInput
        label={t('Username')}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        data-autofocus
        {...form.getInputProps('username')}
      />
      <TextInput label={t('Name to be shown')} autoComplete="off" {...form.getInputProps('display_name')} />
      <TextInput label={t('E-mail address')} type="email" autoComplete="off" {...form.getInputProps('email')} />
      <PasswordInput
        label={isNew ? t('Password') : t('New password')}
        description={
          isNew
            ? t('At least 12 characters.')
            : t('Empty keeps the present one. A new one ends all sessions of the user.')
        }
        autoComplete="new-password"
        aria-invalid={form.errors.password ? true : undefined}
        visibilityToggleButtonProps={{ 'aria-label': t('Show what is typed'), tabIndex: 0 }}
        {...form.getInputProps('password')}
      />
      <NativeSelect
        label={t('Role')}
        description={<RoleHelp role={form.getValues().role} />}
        data={rolesToGive(actor).map((role) => ({ value: role, label: roleWord(role) }))}
        {...form.getInputProps('role')}
      />
      <Checkbox
        label={t('May sign in')}
        description={t('Switching this off ends all sessions. Photos and uploads stay.')}
        {...form.getInputProps('is_active', { type: 'checkbox' })}
      />
    </>
  )
}

function RoleHelp({ role }: { role: Role }) {
  const { t } = useTranslation()
  return {
    super_admin: t('May do everything, also make users, webhooks and backups.'),
    admin: t('Also deletes photos, writes categories and settings, and manages those below.'),
    editor: t('Sees hidden photos, uploads and edits photos, and makes tags.'),
    user: t('Sees what everyone sees.'),
  }[role]
}
