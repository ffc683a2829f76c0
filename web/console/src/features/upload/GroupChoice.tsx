import { NativeSelect } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../i18n/format'
import { type Counts, type Group, groups } from './counts'

interface Props {
  counts: Counts
  value: Group | ''
  onChange: (group: Group | '') => void
}

/** GroupChoice narrows the list to what has come equally far. */
export function GroupChoice({ counts, value, onChange }: Props) {
  const { t } = useTranslation()
  const { number } = useFormat()
  const words: Record<Group, string> = {
    moving: t('Under way'),
    open: t('For you to decide'),
    paused: t('Paused'),
    failed: t('Failed'),
    refused: t('Not sent'),
    done: t('Done'),
  }
  const all = groups.reduce((sum, group) => sum + counts.of[group], 0)
  const option = (value: string, word: string, count: number) => ({ value, label: `${word} (${number(count)})` })
  const there = groups.filter((group) => counts.of[group] > 0 || group === value)
  return (
    <NativeSelect
      aria-label={t('Files to show')}
      size="xs"
      ml="auto"
      value={value}
      onChange={(event) => onChange(event.currentTarget.value as Group | '')}
      data={[option('', t('All files'), all), ...there.map((group) => option(group, words[group], counts.of[group]))]}
    />
  )
}
