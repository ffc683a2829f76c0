import { MultiSelect, NativeSelect, Paper, SimpleGrid, TextInput, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { memo, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { statuses } from '../photos/filter'
import { useStatusWord } from '../photos/status'
import { TagField } from '../photos/TagField'
import { categoriesQuery, indented } from '../photos/vocabulary'
import { keepDetails, readDetails } from './details'
import type { Details } from './engine/ports'
import type { Uploads } from './engine/uploads'
import classes from './Upload.module.css'

interface Props {
  userId: number
  uploads: Uploads
  /** Whether the room is needed for something else. */
  folded: boolean
}

/** DetailsForm is what photos get that are made from now on. */
export const DetailsForm = memo(function DetailsForm({ userId, uploads, folded }: Props) {
  const { t } = useTranslation()
  const statusWord = useStatusWord()
  const categories = useQuery(categoriesQuery).data ?? []
  const [details, setDetails] = useState(() => readDetails(userId))
  const [open, setOpen] = useState(!folded)
  useEffect(() => setOpen(!folded), [folded])
  const set = (change: Partial<Details>) => {
    const next = { ...details, ...change }
    setDetails(next)
    keepDetails(userId, next)
    uploads.setDetails(next)
  }
  return (
    <Paper
      component="details"
      open={open}
      onToggle={(event) => setOpen(event.currentTarget.open)}
      withBorder
      p="md"
      radius="md"
    >
      <summary className={classes.fold}>
        <Title order={2}>{t('New photos get')}</Title>
      </summary>
      <SimpleGrid mt="sm" cols={{ base: 1, sm: 2 }} spacing="sm">
        <TextInput
          label={t('Title')}
          description={t('May hold {name}, {number}, {folder} and {date}.', {
            interpolation: { skipOnVariables: true },
          })}
          value={details.title}
          maxLength={200}
          onChange={(event) => set({ title: event.currentTarget.value })}
        />
        <NativeSelect
          label={t('Status')}
          description={t('Drafts are not on the site.')}
          value={details.status}
          onChange={(event) => set({ status: event.currentTarget.value as Details['status'] })}
          data={[
            { value: '', label: t('As the settings say') },
            ...statuses.map((status) => ({ value: status, label: statusWord(status) })),
          ]}
        />
        <TagField label={t('Tags')} value={details.tags} onChange={(tags) => set({ tags })} />
        <MultiSelect
          label={t('Categories')}
          data={indented(categories)}
          value={details.categories.map(String)}
          onChange={(ids) => set({ categories: ids.map(Number) })}
          searchable
          nothingFoundMessage={t('None')}
        />
      </SimpleGrid>
    </Paper>
  )
})
