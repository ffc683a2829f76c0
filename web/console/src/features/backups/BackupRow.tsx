import { Badge, Button, Group, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Backup } from '../../api/types'
import { useFormat } from '../../i18n/format'
import { Failure } from '../../ui/Failure'
import { Row } from '../../ui/Rows'
import { storageQuery } from '../dashboard/dashboard'
import classes from './BackupRow.module.css'
import { progressOf } from './backups'
import { Restoring } from './Restoring'

/** BackupRow is one backup: how it went, what it holds, and how it is brought back. */
export function BackupRow({ backup }: { backup: Backup }) {
  const { t } = useTranslation()
  const { time } = useFormat()
  const [open, setOpen] = useState(false)
  const { status, started_at, name, removed_at } = backup
  const actions = status === 'completed' && (
    <Button
      size="xs"
      variant="default"
      aria-expanded={open}
      aria-label={t('{{what}}: {{how}}', { what: t('How to bring it back'), how: time(started_at) })}
      onClick={() => setOpen(!open)}
    >
      {t('How to bring it back')}
    </Button>
  )
  return (
    <Row actions={actions} below={open && <Restoring backup={backup} />}>
      <Group gap="xs">
        <Text fw={600}>{time(started_at)}</Text>
        <State status={status} />
      </Group>
      {status === 'running' ? <Running backup={backup} /> : <Facts backup={backup} />}
      {removed_at && (
        <Text size="sm">
          {t('Removed on {{when}}, since newer backups took its place. It cannot be brought back.', {
            when: time(removed_at),
          })}
        </Text>
      )}
      {backup.error && <Failure of={backup} c="error" />}
      <Text size="sm" c="dimmed" translate="no">
        {name}
      </Text>
    </Row>
  )
}

const colours = { running: 'lake', completed: 'gray', failed: 'red', removed: 'gray' }

function State({ status }: { status: Backup['status'] }) {
  const { t } = useTranslation()
  const words = { running: t('Running'), completed: t('Complete'), failed: t('Failed'), removed: t('Removed') }
  return (
    <Badge variant="light" color={colours[status]} tt="none">
      {words[status]}
    </Badge>
  )
}

function Facts({ backup }: { backup: Backup }) {
  const { t } = useTranslation()
  const { number, bytes, duration } = useFormat()
  const { files, size, copied_files, copied_size, started_at, finished_at } = backup
  const facts = [
    t('{{count}} files, {{size}}', { count: files, n: number(files), size: bytes(size) }),
    t('{{count}} of them new, {{size}}', { count: copied_files, n: number(copied_files), size: bytes(copied_size) }),
    finished_at && duration(Date.parse(finished_at) - Date.parse(started_at)),
  ]
  return <Text size="sm">{facts.filter(Boolean).join(' · ')}</Text>
}

/** Running is how far it is. How much there will be is known from the storage, about. */
function Running({ backup }: { backup: Backup }) {
  const { t } = useTranslation()
  const { number, bytes, percent } = useFormat()
  const kinds = useQuery(storageQuery).data?.by_kind
  const done = kinds && progressOf(backup, kinds)
  return (
    <>
      <progress className={classes.progress} aria-label={t('Progress')} max={1} value={done} />
      <Text size="sm">
        {done !== undefined && `${percent(done)} · `}
        {t('{{count}} files, {{size}}', {
          count: backup.files,
          n: number(backup.files),
          size: bytes(backup.size),
        })}
      </Text>
    </>
  )
}
