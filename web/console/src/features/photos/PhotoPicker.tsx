import { Stack, Text } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { answer, api } from '../../api/client'
import type { PhotoItem } from '../../api/types'
import { Pager } from '../../ui/Pager'
import { ProblemNotice } from '../../ui/ProblemNotice'
import { SearchField } from '../../ui/SearchField'
import classes from './PhotoPicker.module.css'

/** Photos on a page of the picker. */
const limit = 24

interface Props {
  /** Only photos of this category, and below it. */
  category?: number
  chosen: readonly number[]
  onToggle: (photo: PhotoItem) => void
}

/** PhotoPicker finds photos and lets them be chosen, a page at a time. */
export function PhotoPicker({ category, chosen, onToggle }: Props) {
  const { t } = useTranslation()
  const [search, setSearch] = useState<string>()
  const [page, setPage] = useState(1)
  const query = { page, limit, ...(category && { category }), ...(search && { search }) }
  const found = useQuery({
    queryKey: ['photos', 'picker', query],
    queryFn: ({ signal }) => answer(api.GET('/v1/photos', { params: { query }, signal })),
    placeholderData: keepPreviousData,
  })
  return (
    <Stack gap="xs">
      <SearchField
        placeholder={t('Title, description, tag, place')}
        value={search}
        onChange={(text) => {
          setSearch(text)
          setPage(1)
        }}
      />
      {found.error && <ProblemNotice problem={found.error} retry={found.refetch} />}
      {found.data?.data.length === 0 && <Text size="sm">{t('No photo matches.')}</Text>}
      <div className={classes.grid} translate="no">
        {found.data?.data.map((photo) => (
          <button
            key={photo.id}
            type="button"
            className={classes.photo}
            aria-pressed={chosen.includes(photo.id)}
            aria-label={photo.title}
            title={photo.title}
            onClick={() => onToggle(photo)}
          >
            {photo.formats.thumb_small ? <img src={photo.formats.thumb_small} alt="" /> : photo.title}
          </button>
        ))}
      </div>
      <Pager pagination={found.data?.pagination} onPage={setPage} />
    </Stack>
  )
}
