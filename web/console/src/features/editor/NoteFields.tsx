import { ActionIcon, Button, Group, SimpleGrid, Stack, Text, Textarea, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { IconPlus, IconX } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Panel } from '../../ui/Panel'
import type { Draft } from './draft'

/** NoteFields is what else is noted of a photo, under names that everyone has and under one's own. */
export function NoteFields({ form }: { form: UseFormReturnType<Draft> }) {
  const { t } = useTranslation()
  return (
    <Panel title={t('Notes')}>
      <Stack gap="sm">
        <SimpleGrid cols={{ base: 1, xs: 2 }}>
          <TextInput label={t('Weather')} {...form.getInputProps('metadata.weather')} />
          <TextInput label={t('Temperature')} {...form.getInputProps('metadata.temperature')} />
        </SimpleGrid>
        <Textarea label={t('Processing')} autosize minRows={2} {...form.getInputProps('metadata.processing_notes')} />
        {form.getValues().metadata.others.map((_, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a note is its place
          <OwnNote key={i} form={form} place={i} />
        ))}
        {form.errors.metadata && (
          <Text size="xs" c="var(--mantine-color-error)" role="alert">
            {form.errors.metadata}
          </Text>
        )}
        <Button
          variant="subtle"
          size="compact-sm"
          style={{ alignSelf: 'flex-start' }}
          leftSection={<IconPlus size={14} aria-hidden />}
          onClick={() => form.insertListItem('metadata.others', { name: '', value: '' })}
        >
          {t('Another note')}
        </Button>
      </Stack>
    </Panel>
  )
}

function OwnNote({ form, place }: { form: UseFormReturnType<Draft>; place: number }) {
  const { t } = useTranslation()
  const at = `metadata.others.${place}`
  return (
    <Group gap="xs" wrap="nowrap">
      <TextInput
        aria-label={t('Name of the note')}
        placeholder={t('Name')}
        w="35%"
        {...form.getInputProps(`${at}.name`)}
      />
      <TextInput aria-label={t('Note')} placeholder={t('Note')} flex={1} {...form.getInputProps(`${at}.value`)} />
      <ActionIcon
        variant="subtle"
        color="gray"
        c="inherit"
        aria-label={t('Take the note away')}
        onClick={() => form.removeListItem('metadata.others', place)}
      >
        <IconX size={16} aria-hidden />
      </ActionIcon>
    </Group>
  )
}
