import { Anchor } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import type { Dashboard } from '../../api/types'
import { categoriesQuery } from '../photos/vocabulary'
import { Ranking } from './Ranking'

/** Sorts is the categories and tags that most photos are in, each leading to them. */
export function Sorts({ popular }: { popular: Dashboard['popular'] }) {
  const { t } = useTranslation()
  const idOf = useCategoryId()
  const categories = popular.categories.map(({ name, count }) => {
    const category = idOf(name)
    return { name, count, link: category && <Filtered search={{ category }} name={name} /> }
  })
  const tags = popular.tags.map(({ name, count }) => ({
    name,
    count,
    link: <Filtered search={{ tag: name }} name={name} />,
  }))
  return (
    <>
      <Ranking title={t('Categories')} heads={[t('Category'), t('Photos')]} ranks={categories} />
      <Ranking title={t('Tags')} heads={[t('Tag'), t('Photos')]} ranks={tags} />
    </>
  )
}

function Filtered({ search, name }: { search: { category?: number; tag?: string }; name: string }) {
  return (
    <Anchor component={Link} to="/" search={search as never} size="sm" c="inherit">
      {name}
    </Anchor>
  )
}

/** useCategoryId returns the id of the category with a name, if there is one only. */
function useCategoryId(): (name: string) => number | undefined {
  const all = useQuery(categoriesQuery).data ?? []
  return (name) => {
    const named = all.filter((category) => category.name === name)
    return named.length === 1 ? named[0]?.id : undefined
  }
}
