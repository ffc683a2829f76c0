import { Anchor, Button, Group, Stack, Text } from '@mantine/core'
import { IconArrowLeft, IconDownload } from '@tabler/icons-react'
import { useMutation, useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../i18n/format'
import { Screen } from '../../shell/Screen'
import { CopyButton } from '../../ui/Copy'
import { Panel } from '../../ui/Panel'
import { ProblemNotice } from '../../ui/ProblemNotice'
import { useNotify } from '../../ui/problem'
import { saveFile } from '../../ui/saveFile'
import { byVisitor, type Visitor } from './picks'
import { picksFile, picksQuery, shareQuery } from './shares'

const route = getRouteApi('/shares/$id')

/** PicksScreen is what the visitors of a share link have marked. */
export function PicksScreen() {
  const { t } = useTranslation()
  const id = Number(route.useParams().id)
  const share = useQuery(shareQuery(id))
  const picks = useQuery(picksQuery(id))
  const title = share.data?.data.title
  const error = share.error ?? picks.error

  return (
    <Screen
      title={title ?? t('Picks')}
      own={title !== undefined}
      actions={title !== undefined && !!picks.data?.total && <FileButton id={id} title={title} />}
    >
      <Stack gap="md">
        <Anchor component={Link} to="/shares" size="sm">
          <Group gap={4} component="span">
            <IconArrowLeft size={16} aria-hidden />
            {t('All share links')}
          </Group>
        </Anchor>
        {error && <ProblemNotice problem={error} retry={() => Promise.all([share.refetch(), picks.refetch()])} />}
        {picks.data && <Shown picks={picks.data.picks} total={picks.data.total} />}
      </Stack>
    </Screen>
  )
}

function Shown({ picks, total }: { picks: Visitor['picks']; total: number }) {
  const { t } = useTranslation()
  const { number } = useFormat()
  if (total === 0) {
    return (
      <Text py="xl" ta="center">
        {t('Nobody has marked a photo yet.')}
      </Text>
    )
  }
  return (
    <>
      {total > picks.length && (
        <Text size="sm">
          {t('These are the first {{shown}} of {{total}} picks. The file has all.', {
            shown: number(picks.length),
            total: number(total),
          })}
        </Text>
      )}
      {byVisitor(picks).map((visitor) => (
        <VisitorPanel key={visitor.id} visitor={visitor} />
      ))}
    </>
  )
}

function VisitorPanel({ visitor }: { visitor: Visitor }) {
  const { t } = useTranslation()
  const { number, time } = useFormat()
  const { name, picks } = visitor
  return (
    <Panel title={name}>
      <Group justify="space-between" mb="sm">
        <Text size="sm" c="dimmed">
          {t('{{count}} picks', { count: picks.length, n: number(picks.length) })}
        </Text>
        <CopyButton size="xs" text={picks.map((pick) => pick.file_name).join('\n')} label={t('Copy the file names')} />
      </Group>
      <Stack gap="xs" role="list">
        {picks.map((pick) => (
          <Group key={pick.photo_id} role="listitem" justify="space-between" gap="xs">
            <div translate="no">
              <Text size="sm">{pick.title}</Text>
              <Text size="sm" c="dimmed">
                {pick.file_name}
              </Text>
            </div>
            <Text size="sm" c="dimmed">
              {time(pick.picked_at)}
            </Text>
          </Group>
        ))}
      </Stack>
    </Panel>
  )
}

function FileButton({ id, title }: { id: number; title: string }) {
  const { t } = useTranslation()
  const download = useMutation({
    mutationFn: () => picksFile(id),
    onSuccess: (file) => saveFile(file, `${title}.csv`),
    onError: useNotify(),
  })
  return (
    <Button
      variant="default"
      leftSection={<IconDownload size={16} aria-hidden />}
      loading={download.isPending}
      onClick={() => download.mutate()}
    >
      {t('Download for spreadsheets')}
    </Button>
  )
}
