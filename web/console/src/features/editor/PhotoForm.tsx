import { Button, Group, Kbd, NativeSelect, SimpleGrid, Stack, Textarea, TextInput } from '@mantine/core'
import { type UseFormReturnType, useForm } from '@mantine/form'
import { useHotkeys } from '@mantine/hooks'
import { useTranslation } from 'react-i18next'
import type { PhotoDetail } from '../../api/types'
import { Panel } from '../../ui/Panel'
import { ProblemNotice } from '../../ui/ProblemNotice'
import { statuses } from '../photos/filter'
import { useStatusWord } from '../photos/status'
import { TagField } from '../photos/TagField'
import { CategoryFields } from './CategoryFields'
import { Conflict } from './Conflict'
import { type Draft, draftOf } from './draft'
import { LeaveGuard } from './LeaveGuard'
import classes from './PhotoForm.module.css'
import { useSave } from './useSave'

interface Props {
  photo: PhotoDetail
  etag: string
}

/** PhotoForm is all that can be changed of a photo. Ctrl+S saves. */
export function PhotoForm({ photo, etag }: Props) {
  const { t } = useTranslation()
  const form = useForm<Draft>({ initialValues: draftOf(photo) })
  const { save, saving, problem, conflict, keepMine, takeTheirs } = useSave(form, photo, etag)
  const submit = form.onSubmit(() => save())
  useHotkeys([['mod+S', () => submit()]], [])
  return (
    <form onSubmit={submit} noValidate>
      <LeaveGuard dirty={form.isDirty()} />
      <Stack gap="md">
        {conflict && (
          <Conflict mine={form.getValues()} theirs={conflict} onKeepMine={keepMine} onTakeTheirs={takeTheirs} />
        )}
        {problem && <ProblemNotice problem={problem} />}
        <Words form={form} />
        <Panel title={t('Tags and categories')}>
          <Stack gap="sm">
            <TagField label={t('Tags')} {...form.getInputProps('tags')} />
            <CategoryFields {...form.getInputProps('categories')} />
          </Stack>
        </Panel>
        <Where form={form} />
        <Notes form={form} />
        <Group justify="flex-end" className={classes.foot}>
          <Kbd visibleFrom="sm">Ctrl S</Kbd>
          <Button variant="default" disabled={!form.isDirty() || saving} onClick={form.reset}>
            {t('Discard')}
          </Button>
          <Button type="submit" loading={saving} disabled={!form.isDirty()}>
            {t('Save')}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

interface PartProps {
  form: UseFormReturnType<Draft>
}

function Words({ form }: PartProps) {
  const { t } = useTranslation()
  const word = useStatusWord()
  return (
    <Panel title={t('Photo')}>
      <Stack gap="sm">
        <TextInput label={t('Title')} required withAsterisk={false} {...form.getInputProps('title')} />
        <Textarea label={t('Description')} autosize minRows={2} maxRows={10} {...form.getInputProps('description')} />
        <SimpleGrid cols={{ base: 1, xs: 2 }}>
          <NativeSelect
            label={t('Status')}
            data={statuses.map((value) => ({ value, label: word(value) }))}
            {...form.getInputProps('status')}
          />
          <TextInput label={t('Taken')} type="datetime-local" {...form.getInputProps('taken_at')} />
        </SimpleGrid>
        <TextInput
          label={t('Address on the site')}
          leftSection="/p/"
          leftSectionWidth={36}
          {...form.getInputProps('slug')}
        />
      </Stack>
    </Panel>
  )
}

function Where({ form }: PartProps) {
  const { t } = useTranslation()
  return (
    <Panel title={t('Place')}>
      <Stack gap="sm">
        <TextInput
          label={t('Name of the place')}
          error={form.errors.location}
          {...form.getInputProps('location.name')}
        />
        <SimpleGrid cols={{ base: 1, xs: 2 }}>
          <TextInput label={t('City')} {...form.getInputProps('location.city')} />
          <TextInput label={t('Country')} {...form.getInputProps('location.country')} />
          <TextInput label={t('Latitude')} inputMode="decimal" {...form.getInputProps('location.latitude')} />
          <TextInput label={t('Longitude')} inputMode="decimal" {...form.getInputProps('location.longitude')} />
        </SimpleGrid>
      </Stack>
    </Panel>
  )
}

function Notes({ form }: PartProps) {
  const { t } = useTranslation()
  return (
    <Panel title={t('Notes')}>
      <Stack gap="sm">
        <SimpleGrid cols={{ base: 1, xs: 2 }}>
          <TextInput label={t('Weather')} {...form.getInputProps('metadata.weather')} />
          <TextInput label={t('Temperature')} {...form.getInputProps('metadata.temperature')} />
        </SimpleGrid>
        <Textarea label={t('Processing')} autosize minRows={2} {...form.getInputProps('metadata.processing_notes')} />
      </Stack>
    </Panel>
  )
}
