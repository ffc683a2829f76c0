import { Button, Group, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { Pagination } from '../api/types'
import { useFormat } from '../i18n/format'

interface Props {
  pagination: Pagination | undefined
  onPage: (page: number) => void
}

/** Pager leads to the other pages of a list; one page needs none. */
export function Pager({ pagination, onPage }: Props) {
  const { t } = useTranslation()
  const { number } = useFormat()
  if (!pagination || (pagination.total_pages <= 1 && pagination.page === 1)) return null
  const { page, total_pages, has_next, has_prev } = pagination
  return (
    <Group component="nav" aria-label={t('Pages')} justify="center" gap="sm">
      <Button variant="default" size="sm" disabled={!has_prev} onClick={() => onPage(Math.min(page - 1, total_pages))}>
        {t('Previous page')}
      </Button>
      <Text size="sm" role="status">
        {t('Page {{page}} of {{pages}}', { page: number(page), pages: number(total_pages) })}
      </Text>
      <Button variant="default" size="sm" disabled={!has_next} onClick={() => onPage(page + 1)}>
        {t('Next page')}
      </Button>
    </Group>
  )
}
