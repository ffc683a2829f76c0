import { Badge, Button, Group, Paper, Text, Title } from '@mantine/core'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { sayFault } from '../../ui/reasons'
import { labels } from './labels'
import { SettingField } from './SettingField'
import classes from './Settings.module.css'
import { type Saved, type Setting, same, savedValue, type Value } from './setting'
import { useSayValue } from './useSayValue'
import type { useSettings } from './useSettings'

type Form = Pick<ReturnType<typeof useSettings>, 'draft' | 'faults' | 'change'> & { saved: Saved }

interface Props {
  title: string
  settings: Setting[]
  form: Form
  /** Without it, all of them have their defaults. */
  onReset?: () => void
}

/** GroupPanel is a group of settings. Those that the reader may not see are left out. */
export function GroupPanel({ title, settings, form, onReset }: Props) {
  const { t } = useTranslation()
  const id = useId()
  const visible = settings.filter((setting) => savedValue(form.saved, setting) !== undefined)
  if (visible.length === 0) return null
  return (
    <Paper component="section" aria-labelledby={id} withBorder px="md" pt="md" pb={4} radius="md">
      <Group justify="space-between" mih={30}>
        <Title order={2} id={id}>
          {title}
        </Title>
        {onReset && (
          <Button size="xs" variant="default" onClick={onReset} aria-label={t('Reset {{group}}…', { group: title })}>
            {t('Reset…')}
          </Button>
        )}
      </Group>
      {visible.map((setting) => (
        <Row key={setting.key} setting={setting} form={form} />
      ))}
    </Paper>
  )
}

function Row({ setting, form }: { setting: Setting; form: Form }) {
  const { t } = useTranslation()
  const id = useId()
  const label = t(labels[setting.key])
  const value = (setting.key in form.draft ? form.draft[setting.key] : savedValue(form.saved, setting)) as Value
  const fault = form.faults[setting.key]
  return (
    <div className={classes.row}>
      <Group gap="xs" mih={36} wrap="nowrap" justify="space-between">
        <Text component="label" htmlFor={id} id={`${id}-label`} fw={500} size="sm">
          {label}
        </Text>
        <State setting={setting} value={value} dirty={setting.key in form.draft} />
      </Group>
      <div>
        <SettingField
          id={id}
          labelledBy={`${id}-label`}
          description={<Said setting={setting} />}
          setting={setting}
          value={value}
          error={fault && sayFault(fault, t)}
          onChange={(next) => form.change(setting, next)}
        />
        <ResetOne setting={setting} label={label} value={value} onReset={() => form.change(setting, setting.default)} />
      </div>
    </div>
  )
}

/** State marks what is not saved, and what is not as it came. */
function State({ setting, value, dirty }: { setting: Setting; value: Value; dirty: boolean }) {
  const { t } = useTranslation()
  if (dirty) {
    return (
      <Badge size="md" variant="filled" tt="none" fw={500}>
        {t('Not saved')}
      </Badge>
    )
  }
  if (same(value, setting.default)) return null
  return (
    <Badge size="md" variant="default" tt="none" fw={500}>
      {t('Changed')}
    </Badge>
  )
}

/** Said is what the setting does, what it may be, and what it is by default. */
function Said({ setting }: { setting: Setting }) {
  const { t } = useTranslation()
  const say = useSayValue(setting)
  const { minimum, maximum, maxLength } = setting
  const parts = [t('Default: {{value}}', { value: say(setting.default) })]
  if (minimum !== undefined && maximum !== undefined)
    parts.unshift(t('{{from}} to {{to}}', { from: say(minimum), to: say(maximum) }))
  if (maxLength) parts.unshift(t('At most {{count}} characters', { count: maxLength }))
  return (
    <>
      {t(setting.description)} <span className={classes.bounds}>{parts.join(' · ')}</span>
    </>
  )
}

function ResetOne({
  setting,
  label,
  value,
  onReset,
}: {
  setting: Setting
  label: string
  value: Value
  onReset: () => void
}) {
  const { t } = useTranslation()
  if (same(value, setting.default)) return null
  return (
    <Button
      size="compact-sm"
      variant="subtle"
      fw={500}
      mt={4}
      ml={-8}
      onClick={onReset}
      aria-label={t('Back to the default: {{label}}', { label })}
    >
      {t('Back to the default')}
    </Button>
  )
}
