import { Button, Flex, NativeSelect, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import classes from './AuditFilterBar.module.css'
import { kinds } from './actions'
import { namesQuery } from './audit'
import { type AuditFilter, withoutGaps } from './filter'
import { useActionWords } from './useSentence'

/** AuditFilterBar narrows the log. What it says is in the address. */
export function AuditFilterBar({ filter }: { filter: AuditFilter }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const set = (change: AuditFilter) =>
    navigate({ to: '/audit', search: withoutGaps({ ...filter, page: undefined, ...change }) })
  const { page: _, ...narrowed } = filter
  return (
    <Flex role="search" aria-label={t('Audit log')} wrap="wrap" gap="xs" align="flex-end">
      <UserField value={filter.user_id} onChange={(user_id) => set({ user_id })} />
      <ThingField filter={filter} onChange={set} />
      <ActionField filter={filter} onChange={(action) => set({ action })} />
      <DayField label={t('From day (UTC)')} value={filter.date_from} onChange={(date_from) => set({ date_from })} />
      <DayField label={t('To day (UTC)')} value={filter.date_to} onChange={(date_to) => set({ date_to })} />
      {Object.keys(narrowed).length > 0 && (
        <Button variant="subtle" onClick={() => navigate({ to: '/audit', search: {} })}>
          {t('Clear the filters')}
        </Button>
      )}
    </Flex>
  )
}

interface FieldProps<T> {
  value: T | undefined
  onChange: (value: T | undefined) => void
}

function UserField({ value, onChange }: FieldProps<number>) {
  const { t } = useTranslation()
  const names = new Map(useQuery(namesQuery).data)
  if (value && !names.has(String(value))) names.set(String(value), t('User no. {{id}}', { id: value }))
  const data = [...names].map(([id, label]) => ({ value: id, label }))
  return (
    <NativeSelect
      className={classes.field}
      label={t('Who')}
      data={[{ value: '', label: t('Anyone') }, ...data]}
      value={value ?? ''}
      onChange={(event) => onChange(Number(event.currentTarget.value) || undefined)}
    />
  )
}

interface PartProps<T> {
  filter: AuditFilter
  onChange: (change: T) => void
}

/** ThingField chooses a kind of thing. A single one is chosen by the records that are about it. */
function ThingField({ filter, onChange }: PartProps<AuditFilter>) {
  const { t } = useTranslation()
  const { object_type = '', object_id } = filter
  const all = Object.entries(kinds).map(([kind, { name }]) => ({ value: kind, label: t(name) }))
  const known = kinds[object_type]
  const single = object_id && {
    value: 'single',
    label: t('{{kind}}: no. {{id}}', { kind: known ? t(known.name) : object_type, id: object_id }),
  }
  return (
    <NativeSelect
      className={classes.field}
      label={t('Which thing')}
      data={[{ value: '', label: t('Anything') }, ...(single ? [single] : []), ...all]}
      value={single ? 'single' : object_type}
      onChange={(event) => {
        const kind = event.currentTarget.value || undefined
        const action = kind && filter.action && kinds[kind]?.actions[filter.action] ? filter.action : undefined
        onChange({ object_type: kind, object_id: undefined, action: kind ? action : filter.action })
      }}
    />
  )
}

function ActionField({ filter, onChange }: PartProps<string | undefined>) {
  const { t } = useTranslation()
  const say = useActionWords()
  const offered = Object.entries(kinds).filter(([kind]) => !filter.object_type || kind === filter.object_type)
  const groups = offered.map(([, { name, actions }]) => ({
    group: t(name),
    items: Object.entries(actions).map(([value, words]) => ({ value, label: say(words) })),
  }))
  return (
    <NativeSelect
      className={classes.field}
      label={t('What was done')}
      data={[{ value: '', label: t('Everything') }, ...groups]}
      value={filter.action ?? ''}
      onChange={(event) => onChange(event.currentTarget.value || undefined)}
    />
  )
}

function DayField({ label, value, onChange }: FieldProps<string> & { label: string }) {
  return (
    <TextInput
      className={classes.field}
      type="date"
      label={label}
      value={value ?? ''}
      onChange={(event) => onChange(event.currentTarget.value || undefined)}
    />
  )
}
