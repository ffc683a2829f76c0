import { Button, Group, Modal, Stack, Text } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Session, User } from '../../api/types'
import { useFormat } from '../../i18n/format'
import { Confirm } from '../../ui/Confirm'
import { tell } from '../../ui/notices'
import { ProblemNotice } from '../../ui/ProblemNotice'
import { useNotify } from '../../ui/problem'
import { useFocusBack } from '../../ui/useFocusBack'
import { browserOf } from '../account/browser'
import { endSessions, sessionsQuery } from './users'

interface Props {
  user: User
  /** Whether who is asking may end sessions of the user. */
  mayEnd: boolean
  onClose: () => void
}

/** SessionsDialog is where a user is signed in, and ends that in one place or in all. */
export function SessionsDialog({ user, mayEnd, onClose }: Props) {
  const { t } = useTranslation()
  useFocusBack()
  const [asking, setAsking] = useState(false)
  const sessions = useQuery(sessionsQuery(user.id))
  const end = useEnding(user)
  const all = sessions.data?.map(({ id }) => id) ?? []
  return (
    <>
      <Modal
        opened
        onClose={onClose}
        title={t('Sessions of {{name}}', { name: user.username })}
        closeButtonProps={{ 'aria-label': t('Close') }}
      >
        <Stack gap="sm">
          {sessions.error && <ProblemNotice problem={sessions.error} retry={() => sessions.refetch()} />}
          {sessions.data?.length === 0 && <Text size="sm">{t('Signed in nowhere.')}</Text>}
          <Stack gap="sm" role="list">
            {sessions.data?.map((one) => (
              <One
                key={one.id}
                session={one}
                busy={end.isPending}
                onEnd={mayEnd ? () => end.mutate([one.id]) : undefined}
              />
            ))}
          </Stack>
          {mayEnd && all.length > 0 && (
            <Group justify="flex-end" mt="xs">
              <Button variant="default" loading={end.isPending} onClick={() => setAsking(true)}>
                {t('End all')}
              </Button>
            </Group>
          )}
        </Stack>
      </Modal>
      <Confirm
        opened={asking}
        title={t('End all sessions of {{name}}?', { name: user.username })}
        question={t(
          'All {{count}} sessions end at once. Signing in again stays possible while the account is active.',
          {
            count: all.length,
          },
        )}
        action={t('End all')}
        onConfirm={() => end.mutate(all)}
        onClose={() => setAsking(false)}
      />
    </>
  )
}

function useEnding(user: User) {
  const { t } = useTranslation()
  const client = useQueryClient()
  return useMutation({
    mutationFn: (sessions: string[]) => endSessions(user.id, sessions),
    onSuccess: (_, { length }) => tell({ message: t('{{count}} sessions ended', { count: length }) }),
    onError: useNotify(),
    onSettled: () => client.invalidateQueries({ queryKey: ['sessions', user.id] }),
  })
}

function One({ session, busy, onEnd }: { session: Session; busy: boolean; onEnd?: () => void }) {
  const { t } = useTranslation()
  const { time } = useFormat()
  return (
    <Group role="listitem" justify="space-between" wrap="nowrap">
      <div>
        <Text size="sm" fw={600} translate="no">
          {browserOf(session.user_agent) || t('Another program')}
        </Text>
        <Text size="sm" c="dimmed">
          {session.ip_address} · {t('last seen {{when}}', { when: time(session.last_seen_at) })}
        </Text>
      </div>
      {onEnd && (
        <Button size="xs" variant="default" style={{ flexShrink: 0 }} disabled={busy} onClick={onEnd}>
          {t('End')}
        </Button>
      )}
    </Group>
  )
}
