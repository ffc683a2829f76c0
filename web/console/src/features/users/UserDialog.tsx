import { Checkbox, NativeSelect, PasswordInput, TextInput } from '@mantine/core'
import { type UseFormReturnType, useForm } from '@mantine/form'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { User } from '../../api/types'
import { FormDialog } from '../../ui/FormDialog'
import { FormStale } from '../../ui/FormStale'
import { tell } from '../../ui/notices'
import { useSubmit } from '../../ui/useSubmit'
import { useVersioned } from '../../ui/useVersioned'
import { Versioned } from '../../ui/Versioned'
import { useRoleWord } from '../account/role'
import { changesOf, type Draft, draftOf } from './draft'
import type { Role } from './filter'
import { rolesToGive } from './rank'
import { createUser, readUser, updateUser } from './users'

interface Common {
  /** The role of who is asking. */
  actor: Role
  onClose: () => void
}

/** NewUser makes a user. */
export function NewUser({ actor, onClose }: Common) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const form = useForm({ initialValues: draftOf('editor') })
  const { submit, busy, problem } = useSubmit(form, createUser, () => {
    tell({ message: t('The user is added.') })
    onClose()
    return client.invalidateQueries({ queryKey: ['users'] })
  })
  return (
    <FormDialog
      title={t('New user')}
      action={t('Add the user')}
      problem={problem}
      busy={busy}
      dirty={form.isDirty()}
      disabled={!form.isDirty()}
      onSubmit={submit}
      onClose={onClose}
    >
      <Fields form={form} actor={actor} isNew />
    </FormDialog>
  )
}

/** EditUser changes a user. */
export function EditUser({ user: { id, username }, actor, onClose }: Common & { user: User }) {
  return (
    <Versioned title={username} queryKey={['users', 'one', id]} read={() => readUser(id)} onClose={onClose}>
      {(user, etag) => <EditForm user={user} etag={etag} actor={actor} onClose={onClose} />}
    </Versioned>
  )
}

function EditForm({ user, etag, actor, onClose }: Common & { user: User; etag: string }) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const roleWord = useRoleWord()
  const form = useForm({ initialValues: draftOf(user) })
  const version = useVersioned(
    form,
    { values: draftOf(user), etag },
    {
      send: (draft, base) => updateUser(user.id, changesOf(base.values, draft), base.etag),
      read: async () => {
        const now = await readUser(user.id)
        return { values: draftOf(now.data), etag: now.etag }
      },
      onSuccess: () => {
        tell({ message: t('Saved') })
        onClose()
        return client.invalidateQueries({ queryKey: ['users'] })
      },
    },
  )
  const words = {
    username: t('Username'),
    display_name: t('Name to be shown'),
    email: t('E-mail address'),
    password: t('New password'),
    role: t('Role'),
    is_active: t('May sign in'),
  }
  return (
    <FormDialog
      title={t('Edit {{name}}', { name: user.username })}
      action={t('Save')}
      problem={version.problem}
      busy={version.busy}
      dirty={form.isDirty()}
      disabled={!form.isDirty()}
      onSubmit={version.submit}
      onClose={onClose}
    >
      <FormStale of={version} words={words} say={{ role: roleWord, password: (typed) => (typed ? '••••••' : '') }} />
      <Fields form={form} actor={actor} isNew={false} />
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
