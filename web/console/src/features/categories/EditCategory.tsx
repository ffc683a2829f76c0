import { api, versioned } from '../../api/client'
import type { Category } from '../../api/types'
import { Versioned } from '../../ui/Versioned'
import { CategoryForm } from './CategoryForm'
import { isWithin } from './tree'

interface Props {
  category: Category
  categories: Category[]
  onClose: () => void
}

/** EditCategory reads a category as it is now, to be changed. */
export function EditCategory({ category: { id, name }, categories, onClose }: Props) {
  const read = () => versioned(api.GET('/v1/categories/{id}', { params: { path: { id } } }))
  return (
    <Versioned title={name} queryKey={['categories', 'one', id]} read={read} onClose={onClose}>
      {(category, etag) => (
        <CategoryForm
          category={category}
          etag={etag}
          read={read}
          categories={categories}
          parents={categories.filter((other) => !isWithin(categories, other.id, id))}
          onClose={onClose}
        />
      )}
    </Versioned>
  )
}
