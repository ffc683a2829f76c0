import { Anchor, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Dashboard } from '../../api/types'
import { useFormat } from '../../i18n/format'
import { useMay } from '../../session/useProfile'
import { Panel } from '../../ui/Panel'
import { backupsQuery } from '../backups/backups'
import { draftsQuery, picturesQuery } from './dashboard'
import classes from './Waiting.module.css'
import { backupStateOf, fullness, willChange } from './waiting'

/** How often photos that wait for their pictures are looked at, in milliseconds. */
const pace = 10_000

/** Waiting is what waits for someone, each with the way there; nothing if nothing does. */
export function Waiting({ dashboard }: { dashboard: Dashboard }) {
  const { t } = useTranslation()
  const items = [...useUnready(), useDrafts(), useBackups(), useStorage(dashboard)].filter(Boolean)
  if (items.length === 0) return null
  return (
    <Panel title={t('Waiting for you')}>
      <Stack component="ul" gap={6} className={classes.list}>
        {items}
      </Stack>
    </Panel>
  )
}

function Item({ grave, children }: { grave?: boolean; children: ReactNode }) {
  return (
    <li className={classes.item} data-grave={grave}>
      {children}
    </li>
  )
}

function useUnready(): ReactNode[] {
  const { t } = useTranslation()
  const { number } = useFormat()
  const waiting = useQuery({
    ...picturesQuery('waiting'),
    refetchInterval: ({ state }) => state.data && willChange(state.data, Date.now()) && pace,
  }).data?.count
  const failed = useQuery(picturesQuery('failed')).data?.count
  return [
    waiting ? (
      <Item key="waiting">
        <Anchor component={Link} to="/" search={{ pictures: 'waiting' } as never} inherit>
          {t('{{count}} photos wait for their pictures.', { count: waiting, n: number(waiting) })}
        </Anchor>
      </Item>
    ) : undefined,
    failed ? (
      <Item key="failed" grave>
        <Anchor component={Link} to="/" search={{ pictures: 'failed' } as never} inherit>
          {t('The pictures of {{count}} photos could not be made.', { count: failed, n: number(failed) })}
        </Anchor>
      </Item>
    ) : undefined,
  ]
}

function useDrafts(): ReactNode {
  const { t } = useTranslation()
  const { number } = useFormat()
  const { data: count = 0 } = useQuery(draftsQuery)
  if (count === 0) return null
  return (
    <Item key="drafts">
      <Anchor component={Link} to="/" search={{ status: 'draft' } as never} inherit>
        {t('{{count}} drafts are not published yet.', { count, n: number(count) })}
      </Anchor>
    </Item>
  )
}

function useBackups(): ReactNode {
  const { t } = useTranslation()
  const may = useMay()
  const { data } = useQuery({ ...backupsQuery(1), enabled: may('system.backup') })
  const state = data ? backupStateOf(data.data, Date.now()) : 'well'
  if (state === 'well') return null
  const words = {
    none: t('There is no backup yet.'),
    failed: t('The last backup failed.'),
    old: t('The last backup is more than 30 days old.'),
  }
  return (
    <Item key="backups" grave={state === 'failed'}>
      <Anchor component={Link} to="/backups" inherit>
        {words[state]}
      </Anchor>
    </Item>
  )
}

function useStorage({ summary }: Dashboard): ReactNode {
  const { t } = useTranslation()
  const { percent } = useFormat()
  const share = summary.storage_used / Math.max(1, summary.storage_limit)
  if (share < fullness) return null
  return (
    <Item key="storage" grave>
      {t('{{share}} of the storage is taken. When it is full, nothing can be uploaded.', { share: percent(share) })}
    </Item>
  )
}
