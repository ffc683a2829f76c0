import { useTranslation } from 'react-i18next'
import { useFormat } from '../../i18n/format'
import { type Setting, settingOf, type Value } from '../settings/setting'
import { useSayValue } from '../settings/useSayValue'

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
  return <span translate="no">{written(value)}</span>
}

/** written is a list by its members, and a thing by those of its fields that say something. */
function written(value: unknown): string {
  if (Array.isArray(value)) return value.map(written).join(', ')
  if (value === null || typeof value !== 'object') return String(value)
  const said = Object.entries(value).filter(([, part]) => part !== null && part !== '')
  return said.map(([name, part]) => `${name}: ${written(part)}`).join(', ')
}
