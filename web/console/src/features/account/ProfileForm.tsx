import { Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api, dataOf } from '../../api/client'
import type { Profile } from '../../api/types'
import { profileQuery } from '../../session/useProfile'
import { useShowFaults } from '../../ui/faults'
import { tell } from '../../ui/notices'
import { Panel } from '../../ui/Panel'
import { ProblemNotice } from '../../ui/ProblemNotice'
import { useRoleWord } from './role'

export function ProfileForm() {
  const { t } = useTranslation()
  const profile = useQuery(profileQuery).data
  return (
    <Panel title={t('Profile')}>
      {profile && <Fields key={profile.etag} profile={profile.data} etag={profile.etag} />}
    </Panel>
  )
}

function Fields({ profile, etag }: { profile: Profile; etag: string }) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const roleWord = useRoleWord()
  const { username, display_name, email } = profile
  const form = useForm({ initialValues: { username, display_name, email } })
  const showFaults = useShowFaults(form)
  const [problem, setProblem] = useState<Error>()
  const save = useMutation({
    mutationFn: (body: typeof form.values) =>
      dataOf(api.PUT('/v1/auth/profile', { body, params: { header: { 'If-Match': etag } } })),
    onMutate: () => setProblem(undefined),
    onSuccess: async () => {
      await client.invalidateQueries(profileQuery)
      tell({ message: t('Saved') })
    },
    onError: (e) => !showFaults(e) && setProblem(e),
  })
  return (
    <form onSubmit={form.onSubmit((values) => save.mutate(values))} noValidate>
      <Stack gap="sm">
        <TextInput label={t('Username')} autoComplete="username" {...form.getInputProps('username')} />
        <TextInput label={t('Name to be shown')} autoComplete="name" {...form.getInputProps('display_name')} />
        <TextInput label={t('E-mail address')} type="email" autoComplete="email" {...form.getInputProps('email')} />
        <Text size="sm" c="dimmed">
          {t('Your role is {{role}}.', { role: roleWord(profile.role) })}
        </Text>
        {problem && <ProblemNotice problem={problem} />}
        <Group justify="flex-end">
          <Button type="submit" loading={save.isPending} disabled={!form.isDirty()}>
            {t('Save')}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
