import { Button, Text } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Cache } from '../../api/types'
import { useFormat } from '../../i18n/format'
import { useMay } from '../../session/useProfile'
import { Confirm } from '../../ui/Confirm'
import { type Part, parts } from './cache'
import classes from './Parts.module.css'
import { useClearing } from './useChanges'

/** Parts is what each part of the cache holds and how often that was of use, each to be emptied. */
export function Parts({ cache }: { cache: Cache }) {
  const { t } = useTranslation()
  const may = useMay()
  const word = usePartWord()
  const clearing = useClearing()
  const [asking, setAsking] = useState<readonly Part[]>()
  const { total_keys, hit_rate, used_memory, connected } = cache.cache_store
  const ask = may('settings.update') ? setAsking : undefined
  const keysOf = (some: readonly Part[]) => some.reduce((sum, part) => sum + (cache.categories[part]?.keys ?? 0), 0)
  const all = asking?.length === parts.length

  return (
    <>
      <Text size="sm" mb="sm">
        {connected
          ? t('It takes {{memory}} of memory.', { memory: used_memory })
          : t('It cannot be reached. The site is slower without it.')}
      </Text>
      <table className={classes.table}>
        <thead>
          <tr>
            <th scope="col">{t('Part')}</th>
            <th scope="col">{t('Entries')}</th>
            <th scope="col">{t('Answered from it')}</th>
            {ask && <td />}
          </tr>
        </thead>
        <tbody>
          {parts.map((part) => (
            <Line key={part} name={word(part)} {...held(cache, part)} onClear={ask && (() => ask([part]))} />
          ))}
          <Line name={t('All')} keys={total_keys} hit_rate={hit_rate} onClear={ask && (() => ask(parts))} />
        </tbody>
      </table>
      <Confirm
        opened={!!asking}
        title={
          all ? t('Clear the whole cache?') : t('Clear “{{part}}”?', { part: asking ? word(asking[0] as Part) : '' })
        }
        question={t('{{count}} entries are dropped. The site is a little slower until they are asked for again.', {
          count: keysOf(asking ?? []),
        })}
        action={t('Clear')}
        onConfirm={() => asking && clearing.mutate(asking)}
        onClose={() => setAsking(undefined)}
      />
    </>
  )
}

function held(cache: Cache, part: Part) {
  return cache.categories[part] ?? { keys: 0, hit_rate: 0 }
}

interface LineProps {
  name: string
  keys: number
  hit_rate: number
  /** Undefined for who may not. */
  onClear: (() => void) | undefined
}

function Line({ name, keys, hit_rate, onClear }: LineProps) {
  const { t } = useTranslation()
  const { number, percent } = useFormat()
  return (
    <tr>
      <th scope="row">{name}</th>
      <td>{number(keys)}</td>
      <td>
        {percent(hit_rate)}
        <span className={classes.track}>
          <span className={classes.bar} style={{ width: `${hit_rate * 100}%` }} />
        </span>
      </td>
      {onClear && (
        <td>
          <Button
            size="compact-sm"
            variant="default"
            disabled={keys === 0}
            aria-label={t('{{what}}: {{how}}', { what: name, how: t('Clear…') })}
            onClick={onClear}
          >
            {t('Clear…')}
          </Button>
        </td>
      )}
    </tr>
  )
}

/** usePartWord returns the word for a part of the cache. */
export function usePartWord(): (part: Part) => string {
  const { t } = useTranslation()
  const words = { photos: t('Photos'), categories: t('Categories'), tags: t('Tags'), settings: t('Settings') }
  return (part) => words[part]
}
