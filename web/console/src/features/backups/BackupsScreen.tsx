import { Button, Stack, Text } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Problem } from '../../api/problem'
import type { Backup } from '../../api/types'
import { Screen } from '../../shell/Screen'
import { tell } from '../../ui/notices'
import { Pager } from '../../ui/Pager'
import { ProblemNotice } from '../../ui/ProblemNotice'
import { useNotify } from '../../ui/problem'
import { Rows } from '../../ui/Rows'
import { BackupRow } from './BackupRow'
import { backupsQuery, beginBackup, isRunning } from './backups'

const route = getRouteApi('/backups')

/** BackupsScreen is the copies of the whole library that there are, and where a new one begins. */
export function BackupsScreen() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const backups = useQuery(backupsQuery(route.useSearch().page ?? 1))
  const turnTo = (page: number | undefined) => navigate({ to: '/backups', search: { page } })
  const shown = backups.data?.data ?? []
  const running = shown.find(isRunning)
  const begin = useBegin(() => turnTo(undefined))
  useTellEnd(shown)

  return (
    <Screen
      title={t('Backups')}
      actions={
        <Button loading={begin.isPending} disabled={!!running} onClick={() => begin.mutate()}>
          {t('Begin a backup')}
        </Button>
      }
    >
      <Stack gap="md">
        <Where directory={shown[0]?.directory} />
        {backups.error && <ProblemNotice problem={backups.error} retry={() => backups.refetch()} />}
        {backups.data?.pagination.total === 0 && (
          <Text py="xl" ta="center">
            {t('There is no backup yet.')}
          </Text>
        )}
        {shown.length > 0 && (
          <Rows label={t('Backups')}>
            {shown.map((backup) => (
              <BackupRow key={backup.id} backup={backup} />
            ))}
          </Rows>
        )}
        <Pager pagination={backups.data?.pagination} onPage={turnTo} />
      </Stack>
    </Screen>
  )
}

function Where({ directory }: { directory: string | undefined }) {
  const { t } = useTranslation()
  return (
    <Text size="sm" c="dimmed" maw={760}>
      {t('A backup is everything: photos, files, users and settings. It is made while the site is served.')}{' '}
      {directory
        ? t('New ones are kept in {{directory}} on the server, and share the files that are there already.', {
            directory,
          })
        : t('It is kept on the server, in the folder that VITRINE_BACKUP_DIR names.')}{' '}
      {t('Those that are there stay.')}
    </Text>
  )
}

function useBegin(onBegun: () => void) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const notify = useNotify()
  return useMutation({
    mutationFn: beginBackup,
    onSuccess: onBegun,
    onError: (e) => {
      const isRunningAlready = e instanceof Problem && e.details.conflict === 'backup_running'
      if (isRunningAlready) tell({ tone: 'warning', message: t('A backup is running already.') })
      else notify(e)
    },
    onSettled: () => client.invalidateQueries({ queryKey: ['backups'] }),
  })
}

/** useTellEnd says so when a backup that was seen running has ended. */
function useTellEnd(shown: Backup[]) {
  const { t } = useTranslation()
  const watched = useRef<number>(undefined)
  useEffect(() => {
    const ended = shown.find(({ id, status }) => id === watched.current && status !== 'running')
    if (ended?.status === 'completed') tell({ message: t('The backup is complete.') })
    if (ended?.status === 'failed') tell({ tone: 'problem', message: t('The backup failed.') })
    const running = shown.find(isRunning)
    if (ended || running) watched.current = running?.id
  }, [shown, t])
}
