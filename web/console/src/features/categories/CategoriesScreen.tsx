import { Button, Paper, Stack, Text } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Category } from '../../api/types'
import { useMay } from '../../session/useProfile'
import { Screen } from '../../shell/Screen'
import { ProblemNotice } from '../../ui/ProblemNotice'
import { categoriesQuery } from '../photos/vocabulary'
import { NewCategory } from './CategoryForm'
import { CategoryTree } from './CategoryTree'
import { CoverDialog } from './CoverDialog'
import { Deletion } from './Deletion'
import { EditCategory } from './EditCategory'
import { MoveDialog } from './MoveDialog'
import { useMove } from './useMove'

/** What is being asked about a category; a new one is made below another, or below none. */
export type Asking =
  | { what: 'new'; parent: Category | null }
  | { what: 'edit' | 'cover' | 'move' | 'delete'; category: Category }

const none: Category[] = []

/** CategoriesScreen is the tree that photos are sorted into, to be arranged by drag, keys or menus. */
export function CategoriesScreen() {
  const { t } = useTranslation()
  const may = useMay()
  const read = useQuery(categoriesQuery)
  const { move, shown } = useMove(read.data ?? none)
  const [asking, setAsking] = useState<Asking>()
  const close = () => setAsking(undefined)

  return (
    <Screen
      title={t('Categories')}
      actions={
        may('category.create') && (
          <Button
            size="sm"
            leftSection={<IconPlus size={16} aria-hidden />}
            onClick={() => setAsking({ what: 'new', parent: null })}
          >
            {t('New category')}
          </Button>
        )
      }
    >
      <Stack gap="md" maw={960}>
        {read.error && <ProblemNotice problem={read.error} retry={read.refetch} />}
        {read.data?.length === 0 && (
          <Text py="xl" ta="center">
            {t('No categories yet. Photos can be in several, and categories in one another.')}
          </Text>
        )}
        {shown.length > 0 && (
          <>
            <Text size="sm" c="dimmed">
              {t(
                'Drag a category to another place, or use its menu. By keys: arrows to walk, Enter to edit, Alt with an arrow to move.',
              )}
            </Text>
            <Paper withBorder p="xs" radius="md">
              <CategoryTree categories={shown} onMove={move} onAsk={setAsking} />
            </Paper>
          </>
        )}
      </Stack>
      {asking?.what === 'new' && <NewCategory parent={asking.parent} categories={shown} onClose={close} />}
      {asking?.what === 'edit' && <EditCategory category={asking.category} categories={shown} onClose={close} />}
      {asking?.what === 'cover' && <CoverDialog category={asking.category} onClose={close} />}
      {asking?.what === 'move' && (
        <MoveDialog categories={shown} category={asking.category} onMove={move} onClose={close} />
      )}
      <Deletion categories={shown} category={asking?.what === 'delete' ? asking.category : undefined} onClose={close} />
    </Screen>
  )
}
