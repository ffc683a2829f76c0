import { Button, Group, Kbd, Stack } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useHotkeys } from '@mantine/hooks'
import { useTranslation } from 'react-i18next'
import { showFirstFault } from '../../ui/faults'
import { Panel } from '../../ui/Panel'
import { ProblemNotice } from '../../ui/ProblemNotice'
import { UnsavedGuard } from '../../ui/UnsavedGuard'
import { useHeightAs } from '../../ui/useHeightAs'
import { TagField } from '../photos/TagField'
import { CategoryFields } from './CategoryFields'
import { Conflict } from './Conflict'
import { type Draft, degreesOf, draftOf } from './draft'
import { NoteFields } from './NoteFields'
import classes from './PhotoForm.module.css'
import { PlaceFields } from './PlaceFields'
import { useSave, type Version } from './useSave'
import { WordFields } from './WordFields'

/** PhotoForm is all that can be changed of a photo. Ctrl+S saves. */
export function PhotoForm({ latest }: { latest: Version }) {
  const { t } = useTranslation()
  const number = (text: string) => (Number.isNaN(degreesOf(text)) ? t('This is not a number.') : null)
  const form = useForm<Draft>({
    initialValues: draftOf(latest.data),
    validate: { location: { latitude: number, longitude: number } },
  })
  const { save, saving, problem, conflict, keepMine, takeTheirs } = useSave(form, latest)
  const submit = form.onSubmit(() => save(), showFirstFault)
  useHotkeys([['mod+S', () => submit()]], [])
  return (
    <form onSubmit={submit} noValidate>
      <UnsavedGuard dirty={form.isDirty()} />
      <Stack gap="md">
        {conflict && <Conflict {...conflict} onKeepMine={keepMine} onTakeTheirs={takeTheirs} />}
        {problem && <ProblemNotice problem={problem} />}
        <WordFields form={form} />
        <Panel title={t('Tags and categories')}>
          <Stack gap="sm">
            <TagField label={t('Tags')} {...form.getInputProps('tags')} />
            <CategoryFields {...form.getInputProps('categories')} />
          </Stack>
        </Panel>
        <PlaceFields form={form} />
        <NoteFields form={form} />
        <Group ref={useHeightAs('--vitrine-foot')} justify="flex-end" className={classes.foot}>
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
