import { Button, Group, Text, VisuallyHidden } from '@mantine/core'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../i18n/format'
import { Panel } from '../../ui/Panel'
import { Plot, type Shape } from './Plot'
import { type Day, peakOf, type Slot, slotsOf, sum } from './series'
import classes from './TimeChart.module.css'

interface Props {
  title: string
  days: Day[]
  shape: Shape
}

/** TimeChart is counts over time: drawn, and as a table for whoever wants to read or hear them. */
export function TimeChart({ title, days, shape }: Props) {
  const { t } = useTranslation()
  const { number } = useFormat()
  const name = useSlotName()
  const slots = useMemo(() => slotsOf(days), [days])
  const [asTable, setAsTable] = useState(false)
  const [pointed, setPointed] = useState<Slot>()
  const other = asTable ? t('As a chart') : t('As a table')
  const table = <SlotTable title={title} slots={slots} />
  return (
    <Panel title={title}>
      <Group justify="space-between" mb="xs" wrap="nowrap">
        <Text size="sm" c="dimmed">
          {pointed ? (
            t('{{what}}: {{how}}', { what: name(pointed), how: number(pointed.count) })
          ) : (
            <Summary slots={slots} />
          )}
        </Text>
        <Button
          size="compact-sm"
          variant="subtle"
          aria-label={t('{{what}}: {{how}}', { what: title, how: other })}
          flex="none"
          onClick={() => setAsTable(!asTable)}
        >
          {other}
        </Button>
      </Group>
      {asTable ? (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by key
        <div className={classes.scroll} tabIndex={0}>
          {table}
        </div>
      ) : (
        <>
          <Plot slots={slots} shape={shape} onPoint={setPointed} />
          <VisuallyHidden>{table}</VisuallyHidden>
        </>
      )}
    </Panel>
  )
}

function Summary({ slots }: { slots: Slot[] }) {
  const { t } = useTranslation()
  const { number } = useFormat()
  const name = useSlotName()
  const peak = peakOf(slots)
  if (!peak?.count) return <>{t('None in this time.')}</>
  return (
    <>
      {t('{{n}} in all, most {{when}}: {{most}}', {
        n: number(sum(slots)),
        when: name(peak),
        most: number(peak.count),
      })}
    </>
  )
}

function SlotTable({ title, slots }: { title: string; slots: Slot[] }) {
  const { t } = useTranslation()
  const { number } = useFormat()
  const name = useSlotName()
  return (
    <table className={classes.table}>
      <thead>
        <tr>
          <th scope="col">{slots.at(-1)?.from === slots.at(-1)?.to ? t('Day') : t('Week')}</th>
          <th scope="col">{title}</th>
        </tr>
      </thead>
      <tbody>
        {[...slots].reverse().map((slot) => (
          <tr key={slot.from}>
            <th scope="row">{name(slot)}</th>
            <td>{number(slot.count)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function useSlotName(): (slot: Slot) => string {
  const { day, days } = useFormat()
  return ({ from, to }) => (from === to ? day(from) : days(from, to))
}
