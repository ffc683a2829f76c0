import { Button, Group, PasswordInput, Stack, Text } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { answer, api } from '../../api/client'
import { useShowFaults } from '../../ui/faults'
import { tell } from '../../ui/notices'
import { Panel } from '../../ui/Panel'
import { ProblemNotice } from '../../ui/ProblemNotice'

export function PasswordForm() {
  const { t } = useTranslation()
  const client = useQueryClient()
  const form = useForm({ initialValues: { current_password: '', new_password: '' } })
  const showFaults = useShowFaults(form)
  const [problem, setProblem] = useState<Error>()
  const change = useMutation({
    mutationFn: (body: typeof form.values) => answer(api.PUT('/v1/auth/password', { body })),
    onMutate: () => setProblem(undefined),
    onSuccess: () => {
      form.reset()
      client.invalidateQueries({ queryKey: ['sessions'] })
      tell({ message: t('The password is changed.') })
    },
    onError: (e) => !showFaults(e) && setProblem(e),
  })
  const eye = { 'aria-label': t('Show what is typed'), tabIndex: 0 }
  return (
    <Panel title={t('Password')}>
      <form onSubmit={form.onSubmit((values) => change.mutate(values))} noValidate>
        <Stack gap="sm">
          <PasswordInput
            label={t('Current password')}
            autoComplete="current-password"
            visibilityToggleButtonProps={eye}
            {...form.getInputProps('current_password')}
          />
          <PasswordInput
            label={t('New password')}
            description={t('At least 12 characters.')}
            autoComplete="new-password"
            visibilityToggleButtonProps={eye}
            {...form.getInputProps('new_password')}
          />
          <Text size="sm" c="dimmed">
            {t('Your other sessions end with the old password.')}
          </Text>
          {problem && <ProblemNotice problem={problem} />}
          <Group justify="flex-end">
            <Button type="submit" loading={change.isPending} disabled={!form.isDirty()}>
              {t('Change the password')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Panel>
  )
}
