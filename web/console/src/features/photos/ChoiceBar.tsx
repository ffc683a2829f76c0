import { ActionIcon, Button, Group, Paper, Text } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconX } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../i18n/format'
import { useHeightAs } from '../../ui/useHeightAs'
import { type Action, ActionButton, MoreMenu } from './actions'
import classes from './ChoiceBar.module.css'
import type { Progress } from './useBatch'

interface Props {
  /** What is chosen. */
  label: string
  count: number
  /** What can be done with it, the most likely first: on a phone the others are in a menu. */
  actions: Action[]
  /** How far what was begun is, which keeps all else from being begun. */
  progress?: Progress
  onStop?: () => void
  onClear: () => void
}

/** ChoiceBar stands at the foot of the window while things are chosen, in one row at any width. */
export function ChoiceBar({ label, count, actions, progress, onStop, onClear }: Props) {
  const { t } = useTranslation()
  const { number } = useFormat()
  const narrow = useMediaQuery('(max-width: 48em)', undefined, { getInitialValueInEffect: false })
  const wide = useMediaQuery('(min-width: 80em)', undefined, { getInitialValueInEffect: false })
  const most = narrow ? 1 : wide ? actions.length : 3
  const shown = actions.slice(0, actions.length - most > 1 ? most : Math.max(most, actions.length))
  const rest = actions.slice(shown.length)
  const busy = progress !== undefined
  return (
    <>
      <div className={classes.room} />
      <Paper
        ref={useHeightAs('--vitrine-foot')}
        component="section"
        aria-label={label}
        withBorder
        shadow="md"
        className={classes.bar}
      >
        {progress && progress.of > told ? (
          <Working progress={progress} onStop={onStop} />
        ) : (
          <Group gap="xs" wrap="nowrap">
            <Text size="sm" fw={600} role="status" className={classes.count}>
              {t('{{count}} chosen', { count, n: number(count) })}
            </Text>
            {shown.map((action, i) => (
              <ActionButton key={action.label} action={action} first={i === 0} busy={busy} />
            ))}
            {rest.length > 0 && <MoreMenu actions={rest} busy={busy} />}
            <Clear narrow={narrow} onClear={onClear} />
          </Group>
        )}
      </Paper>
    </>
  )
}

/** From how many on it is told how far the work is: fewer are one request. */
const told = 500

function Working({ progress: { done, of }, onStop }: { progress: Progress; onStop?: () => void }) {
  const { t } = useTranslation()
  const { number } = useFormat()
  return (
    <Group gap="xs" wrap="nowrap">
      <Text size="sm" fw={600} role="status" className={classes.count}>
        {t('{{done}} of {{of}} done', { done: number(done), of: number(of) })}
      </Text>
      <progress className={classes.progress} value={done} max={of} aria-label={t('Progress')} />
      <Button variant="default" size="sm" flex="none" onClick={onStop}>
        {t('Stop')}
      </Button>
    </Group>
  )
}

function Clear({ narrow, onClear }: { narrow?: boolean; onClear: () => void }) {
  const { t } = useTranslation()
  if (!narrow) {
    return (
      <Button
        variant="subtle"
        size="sm"
        flex="none"
        color="gray"
        c="inherit"
        leftSection={<IconX size={16} aria-hidden />}
        onClick={onClear}
      >
        {t('Clear the choice')}
      </Button>
    )
  }
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      c="inherit"
      size={44}
      aria-label={t('Clear the choice')}
      onClick={onClear}
    >
      <IconX size={20} aria-hidden />
    </ActionIcon>
  )
}
