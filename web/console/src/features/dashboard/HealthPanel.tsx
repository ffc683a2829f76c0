import { Group, Stack, Text } from '@mantine/core'
import { IconAlertTriangle, IconCircleCheck, IconCircleX } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { Dashboard } from '../../api/types'
import { Panel } from '../../ui/Panel'
import classes from './HealthPanel.module.css'

type Status = Dashboard['system_status']
type State = Status[keyof Status]

/** HealthPanel is how the parts of the service are, and what suffers from one that is not well. */
export function HealthPanel({ status }: { status: Status }) {
  const { t } = useTranslation()
  const parts: [keyof Status, string, string][] = [
    ['database', t('Database'), t('Without it nothing can be read or saved.')],
    ['storage', t('Storage'), t('Without it no picture can be shown or uploaded.')],
    ['queue', t('Work in the background'), t('New photos wait for their pictures.')],
    ['cache_store', t('Cache'), t('Without it the site is slower.')],
  ]
  return (
    <Panel title={t('Health')}>
      <Stack component="ul" gap="xs" className={classes.list}>
        {parts.map(([part, name, loss]) => (
          <li key={part}>
            <Part name={name} state={status[part]} loss={loss} />
          </li>
        ))}
      </Stack>
    </Panel>
  )
}

const icons = { healthy: IconCircleCheck, degraded: IconAlertTriangle, unavailable: IconCircleX }

function Part({ name, state, loss }: { name: string; state: State; loss: string }) {
  const { t } = useTranslation()
  const words = { healthy: t('healthy'), degraded: t('degraded'), unavailable: t('unavailable') }
  const Icon = icons[state]
  return (
    <Group gap="xs" wrap="nowrap" align="flex-start">
      <Icon size={20} stroke={1.8} className={classes.mark} data-state={state} aria-hidden />
      <div>
        <Text size="sm">{t('{{what}}: {{how}}', { what: name, how: words[state] })}</Text>
        {state !== 'healthy' && (
          <Text size="sm" c="dimmed">
            {loss}
          </Text>
        )}
      </div>
    </Group>
  )
}
