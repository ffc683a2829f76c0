import { useQuery } from '@tanstack/react-query'
import { api, versioned } from '../../api/client'
import type { Category } from '../../api/types'
import { FailedDialog } from '../../ui/FailedDialog'
import { CategoryForm } from './CategoryForm'
import { isWithin } from './tree'

interface Props {
  category: Category
  categories: Category[]
  onClose: () => void
}

/** EditCategory reads a category as it is now, to be changed. */
export function EditCategory({ category: { id, name }, categories, onClose }: Props) {
  const read = useQuery({
    queryKey: ['categories', 'one', id],
    queryFn: () => versioned(api.GET('/v1/categories/{id}', { params: { path: { id } } })),
    refetchOnWindowFocus: false,
    gcTime: 0,
  })
  if (read.error && !read.data) return <FailedDialog title={name} problem={read.error} onClose={onClose} />
  if (!read.data) return null
  return (
    <CategoryForm
      key={read.data.etag}
      category={read.data.data}
      etag={read.data.etag}
      categories={categories}
      parents={categories.filter((other) => !isWithin(categories, other.id, id))}
      onReload={read.refetch}
      onClose={onClose}
    />
  )
}
