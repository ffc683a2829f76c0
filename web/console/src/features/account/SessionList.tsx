import { Badge, Button, Group, Stack, Text } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { answer, api, dataOf } from '../../api/client'
import type { Session } from '../../api/types'
import { useFormat } from '../../i18n/format'
import { session } from '../../session/session'
import { useSession } from '../../session/useSession'
import { Panel } from '../../ui/Panel'
import { ProblemNotice } from '../../ui/ProblemNotice'
import { useNotify } from '../../ui/problem'
import { browserOf } from './browser'

/** SessionList is where the user is signed in, each to be ended. */
export function SessionList() {
  const { t } = useTranslation()
  const id = useSession()?.user.id ?? 0
  const sessions = useQuery({
    queryKey: ['sessions', id],
    queryFn: () => dataOf(api.GET('/v1/users/{id}/sessions', { params: { path: { id }, query: { limit: 100 } } })),
  })
  return (
    <Panel title={t('Sessions')}>
      {sessions.error && <ProblemNotice problem={sessions.error} retry={sessions.refetch} />}
      <Stack gap="sm" role="list">
        {sessions.data?.map((one) => (
          <Row key={one.id} userId={id} session={one} />
        ))}
      </Stack>
    </Panel>
  )
}

function Row({ userId, session: shown }: { userId: number; session: Session }) {
  const { t } = useTranslation()
  const { time } = useFormat()
  const client = useQueryClient()
  const end = useMutation({
    mutationFn: () =>
      shown.current
        ? session.signOut()
        : answer(
            api.DELETE('/v1/users/{id}/sessions/{session_id}', {
              params: { path: { id: userId, session_id: shown.id } },
            }),
          ).then(() => undefined),
    onError: useNotify(),
    onSettled: () => client.invalidateQueries({ queryKey: ['sessions'] }),
  })
  return (
    <Group role="listitem" justify="space-between" wrap="nowrap">
      <div>
        <Group gap="xs">
          <Text size="sm" fw={600}>
            {browserOf(shown.user_agent) || t('Another program')}
          </Text>
          {shown.current && <Badge variant="light">{t('This one')}</Badge>}
        </Group>
        <Text size="sm" c="dimmed">
          {shown.ip_address} · {t('last seen {{when}}', { when: time(shown.last_seen_at) })}
        </Text>
      </div>
      <Button
        size="xs"
        variant="default"
        style={{ flexShrink: 0 }}
        loading={end.isPending}
        onClick={() => end.mutate()}
      >
        {shown.current ? t('Sign out') : t('End')}
      </Button>
    </Group>
  )
}
