import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { tell } from '../../ui/notices'
import { useNotify } from '../../ui/problem'
import { cacheQuery, clearCache, warmCache } from './cache'

/** useClearing returns the mutation that drops parts of the cache, and says how much that was. */
export function useClearing() {
  const { t } = useTranslation()
  return useChange(clearCache, (count) => t('{{count}} entries dropped', { count }))
}

/** useWarming returns the mutation that fills the cache, and says how much is ready. */
export function useWarming() {
  const { t } = useTranslation()
  return useChange(warmCache, (count) => t('{{count}} entries ready', { count }))
}

function useChange<T>(send: (types: readonly T[]) => Promise<Record<string, number>>, say: (count: number) => string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: send,
    onSuccess: (counts) => tell({ message: say(Object.values(counts).reduce((sum, n) => sum + n, 0)) }),
    onError: useNotify(),
    onSettled: () => client.invalidateQueries(cacheQuery),
  })
}
