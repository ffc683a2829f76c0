import { Fragment, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../i18n/format'
import { type Setting, settingOf, type Value } from '../settings/setting'
import { useSayValue } from '../settings/useSayValue'
import { useFieldWord } from './fields'
import { useValueWord } from './values'

interface Props {
  field: string
  value: unknown
}

/** FieldValue is a value of a field as a reader of the audit log understands it. */
export function FieldValue({ field, value }: Props) {
  const setting = settingOf(field)
  if (setting) return <SettingValue setting={setting} value={value as Value} />
  return <Plain field={field} value={value} />
}

function SettingValue({ setting, value }: { setting: Setting; value: Value }) {
  return <span translate="no">{useSayValue(setting)(value)}</span>
}

function Plain({ field, value }: Props) {
  const { t } = useTranslation()
  const { bytes, time } = useFormat()
  if (value === null || value === undefined || value === '') return t('empty')
  if (typeof value === 'boolean') return value ? t('on') : t('off')
  if (typeof value === 'number' && field === 'file_size') return bytes(value)
  if (typeof value === 'string' && field.endsWith('_at')) return time(value)
  return <Words field={field} value={value} />
}

/** Words is a list by its members, a thing by those of its fields that say something, and what is chosen from a few by
 * its word. */
function Words({ field, value }: Props): ReactNode {
  const { t } = useTranslation()
  const fieldWord = useFieldWord()
  const word = useValueWord()(field, value)
  if (word) return word
  if (value === null || typeof value !== 'object') return <span translate="no">{String(value)}</span>
  const parts = Array.isArray(value)
    ? value.map((member, i) => [String(i), <Words key={String(i)} field={field} value={member} />] as const)
    : Object.entries(value)
        .filter(([, part]) => part !== null && part !== '')
        .map(([name, part]) => [
          name,
          <span key={name}>
            {t('{{what}}: {{how}}', { what: fieldWord(name), how: '' })}
            <Words field={name} value={part} />
          </span>,
        ])
  return parts.map(([name, part], i) => (
    <Fragment key={name as string}>
      {i > 0 && t(', ')}
      {part}
    </Fragment>
  ))
}
