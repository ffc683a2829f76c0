import { Alert, Anchor, Button, Group, Paper, Stack, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../i18n/format'
import { useCountdown } from '../../ui/useCountdown'
import { Bar } from './Bar'
import { type Counts, isSettled } from './counts'
import type { Item } from './engine/item'
import type { Rest } from './engine/patience'
import type { Action, Uploads, View } from './engine/uploads'
import { useSayRest } from './say'
import classes from './Upload.module.css'
import { useDuration } from './useDuration'

interface Props {
  uploads: Uploads
  view: View
  counts: Counts
  children: ReactNode
}

/** QueueSummary is how far the whole is, and what can be done with it. */
export function QueueSummary({ uploads, view, counts, children }: Props) {
  const { t } = useTranslation()
  const { rest } = view.figures
  return (
    <Paper component="section" aria-label={t('All files')} withBorder p="md" radius="md" className={classes.summary}>
      <Stack gap="sm">
        <Figures figures={view.figures} counts={counts} />
        {counts.bytes > 0 && <Bar large label={t('Sent of all files')} value={counts.sent / counts.bytes} />}
        {rest && <Resting key={rest.until} rest={rest} />}
        <Outcome counts={counts} />
        {view.elsewhere && (
          <Text size="sm">{t('Another tab of this browser sends. What is dropped here goes there.')}</Text>
        )}
        <Group gap="xs">
          <Actions uploads={uploads} items={view.items} counts={counts} />
          {children}
        </Group>
      </Stack>
    </Paper>
  )
}

function Figures({ figures, counts }: Pick<View, 'figures'> & Pick<Props, 'counts'>) {
  const { t } = useTranslation()
  const { bytes, number } = useFormat()
  const duration = useDuration()
  const { speed, secondsLeft: left } = figures
  return (
    <div className={classes.figures}>
      <Text size="sm" fw={600} component="span">
        {t('{{done}} of {{count}} files done', {
          done: number(counts.of.done),
          count: counts.total,
          n: number(counts.total),
        })}
      </Text>
      <span>{t('{{sent}} of {{size}}', { sent: bytes(counts.sent), size: bytes(counts.bytes) })}</span>
      {speed > 0 && counts.sent < counts.bytes && <span>{t('{{size}} a second', { size: bytes(speed) })}</span>}
      {left !== undefined && <span>{t('{{duration}} left', { duration: duration(left) })}</span>}
    </div>
  )
}

/** Resting counts down while nothing can be sent: nothing is lost by it. */
function Resting({ rest }: { rest: Rest }) {
  const { t } = useTranslation()
  const sayRest = useSayRest()
  const seconds = useCountdown(rest.until)
  if (seconds === 0) return null
  return (
    <Alert color="yellow" title={sayRest(rest.problem)}>
      {t('It goes on by itself in {{seconds}} s.', { seconds })}
    </Alert>
  )
}

function Outcome({ counts }: { counts: Counts }) {
  const { t } = useTranslation()
  const { number } = useFormat()
  const { done, failed, open, refused } = counts.of
  return (
    <div role="status" className={classes.outcome}>
      {isSettled(counts) && done > 0 && (
        <span>
          {t('{{count}} new photos.', { count: done, n: number(done) })}{' '}
          <Anchor
            renderRoot={(props) => <Link to="/" search={{ sort_by: 'created_at', sort_order: 'desc' }} {...props} />}
            inherit
            underline="always"
          >
            {t('Show them in the library')}
          </Anchor>
        </span>
      )}
      {failed > 0 && <span>{t('{{count}} failed.', { count: failed, n: number(failed) })}</span>}
      {refused > 0 && <span>{t('{{count}} were not sent.', { count: refused, n: number(refused) })}</span>}
      {open > 0 && <span>{t('{{count}} wait for you to decide.', { count: open, n: number(open) })}</span>}
    </div>
  )
}

function Actions({ uploads, items, counts }: Pick<Props, 'uploads' | 'counts'> & Pick<View, 'items'>) {
  const { t } = useTranslation()
  const known = items.filter((item) => item.stage === 'known').map((item) => item.key)
  const actions: { shown: boolean; label: string; action: Action; keys?: string[] }[] = [
    { shown: items.some(isPausable), label: t('Pause all'), action: 'pause' },
    { shown: counts.of.paused > 0, label: t('Go on with all'), action: 'resume' },
    { shown: counts.of.failed > 0, label: t('Retry all that failed'), action: 'retry' },
    { shown: known.length > 0, label: t('Leave out what is there already'), action: 'remove', keys: known },
    { shown: counts.finished > 0, label: t('Clear what is done'), action: 'clear' },
  ]
  return actions
    .filter((action) => action.shown)
    .map(({ label, action, keys }) => (
      <Button key={label} size="xs" variant="default" onClick={() => uploads.act(action, keys)}>
        {label}
      </Button>
    ))
}

const isPausable = ({ stage }: Item) => stage === 'waiting' || stage === 'checking' || stage === 'sending'
