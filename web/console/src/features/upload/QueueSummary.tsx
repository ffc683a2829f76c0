import { Alert, Anchor, Button, Group, Paper, Stack, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../i18n/format'
import { useCountdown } from '../../ui/useCountdown'
import { Bar } from './Bar'
import { type Counts, isSettled } from './counts'
import type { Engine } from './engine/engine'
import type { Item } from './engine/item'
import type { Rest } from './engine/patience'
import { useSayRest } from './say'
import classes from './Upload.module.css'
import { useDuration } from './useDuration'

interface Props {
  engine: Engine
  items: readonly Item[]
  counts: Counts
  children: ReactNode
}

/** QueueSummary is how far the whole is, and what can be done with it. */
export function QueueSummary({ engine, items, counts, children }: Props) {
  const { t } = useTranslation()
  const rest = restOf(engine, items)
  return (
    <Paper component="section" aria-label={t('All files')} withBorder p="md" radius="md" className={classes.summary}>
      <Stack gap="sm">
        <Figures engine={engine} counts={counts} />
        {counts.bytes > 0 && <Bar large label={t('Sent of all files')} value={counts.sent / counts.bytes} />}
        {rest && <Resting key={rest.until} rest={rest} />}
        <Outcome counts={counts} />
        <Group gap="xs">
          <Actions engine={engine} items={items} counts={counts} />
          {children}
        </Group>
      </Stack>
    </Paper>
  )
}

function Figures({ engine, counts }: Pick<Props, 'engine' | 'counts'>) {
  const { t } = useTranslation()
  const { bytes, number } = useFormat()
  const duration = useDuration()
  const speed = engine.meter.isRunning(Date.now()) ? engine.meter.speed() : 0
  const left = engine.secondsLeft()
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

/** restOf returns for what the queue waits at the moment, if anything. */
function restOf({ patience }: Engine, items: readonly Item[]): Rest | undefined {
  const limit = patience.limit('upload') ?? patience.limit('general')
  if (limit) return limit
  const resting = items.find(({ retryAt = 0, problem }) => problem && retryAt > Date.now())
  return resting && ({ problem: resting.problem, until: resting.retryAt } as Rest)
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

function Actions({ engine, items, counts }: Omit<Props, 'children'>) {
  const { t } = useTranslation()
  const known = items.filter((item) => item.stage === 'known').map((item) => item.key)
  const actions = [
    { shown: items.some(isPausable), label: t('Pause all'), run: () => engine.pause() },
    { shown: counts.of.paused > 0, label: t('Go on with all'), run: () => engine.resume() },
    { shown: counts.of.failed > 0, label: t('Retry all that failed'), run: () => engine.retry() },
    { shown: known.length > 0, label: t('Leave out what is there already'), run: () => engine.remove(known) },
    { shown: counts.finished > 0, label: t('Clear what is done'), run: () => engine.clear() },
  ]
  return actions
    .filter((action) => action.shown)
    .map(({ label, run }) => (
      <Button key={label} size="xs" variant="default" onClick={run}>
        {label}
      </Button>
    ))
}

const isPausable = ({ stage }: Item) => stage === 'waiting' || stage === 'checking' || stage === 'sending'
