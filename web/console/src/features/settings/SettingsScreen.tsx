import { Alert, Button, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Screen } from '../../shell/Screen'
import { Confirm } from '../../ui/Confirm'
import { ProblemNotice } from '../../ui/ProblemNotice'
import { UnsavedGuard } from '../../ui/UnsavedGuard'
import { GroupPanel } from './GroupPanel'
import { groupLabels, labels, order } from './labels'
import { SaveBar } from './SaveBar'
import { type Group, groups, isDefault, settingsOf } from './setting'
import { useSettings } from './useSettings'

/** SettingsScreen is every setting by group: what it does, what it may be, and whether it was changed. */
export function SettingsScreen() {
  const { t } = useTranslation()
  const settings = useSettings()
  const [asking, setAsking] = useState<Group[]>()
  const { saved, draft, save, reset } = settings
  const changed = Object.keys(draft).length
  const notDefault = (of: readonly Group[]) =>
    saved ? of.flatMap((group) => settingsOf(group, order)).filter((setting) => !isDefault(saved, setting)) : []

  return (
    <Screen
      title={t('Settings')}
      actions={
        notDefault(groups).length > 0 && (
          <Button variant="default" size="sm" loading={reset.isPending} onClick={() => setAsking([...groups])}>
            {t('Reset all…')}
          </Button>
        )
      }
    >
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          if (changed > 0) save.mutate()
        }}
      >
        <Stack gap="md" maw={1040}>
          {settings.read.error && <ProblemNotice problem={settings.read.error} retry={settings.read.refetch} />}
          {settings.elsewhere && <ChangedElsewhere keys={settings.elsewhere} />}
          {saved &&
            groups.map((group) => (
              <GroupPanel
                key={group}
                title={t(groupLabels[group])}
                settings={settingsOf(group, order)}
                form={{ ...settings, saved }}
                onReset={notDefault([group]).length > 0 ? () => setAsking([group]) : undefined}
              />
            ))}
          {settings.problem && <ProblemNotice problem={settings.problem} />}
        </Stack>
        <SaveBar
          count={changed}
          faults={Object.keys(settings.faults).length}
          busy={save.isPending}
          onDiscard={settings.discard}
        />
      </form>
      <Confirm
        opened={asking !== undefined}
        title={t('Reset {{count}} settings?', { count: notDefault(asking ?? []).length })}
        question={t('They get their defaults at once: {{names}}.', {
          names: notDefault(asking ?? [])
            .map(({ key }) => t(labels[key]))
            .join(t(', ')),
        })}
        action={t('Reset')}
        onConfirm={() => reset.mutate(asking ?? [])}
        onClose={() => setAsking(undefined)}
      />
      <UnsavedGuard dirty={changed > 0} />
    </Screen>
  )
}

/** ChangedElsewhere says that someone else saved first, and which of the fields both have changed. */
function ChangedElsewhere({ keys }: { keys: (keyof typeof labels)[] }) {
  const { t } = useTranslation()
  return (
    <Alert role="alert" color="yellow" title={t('Someone else has changed the settings meanwhile.')}>
      <Text size="sm">{t('Their values are shown now. Your changes are kept, and not saved yet.')}</Text>
      {keys.length > 0 && (
        <Text size="sm">
          {t('Both of you changed: {{names}}. Saving puts your values in the place of theirs.', {
            names: keys.map((key) => t(labels[key])).join(t(', ')),
          })}
        </Text>
      )}
    </Alert>
  )
}
