import { useTranslation } from 'react-i18next'
import { useFormat } from '../../i18n/format'
import type { Setting, Value } from './setting'
import { unitOf } from './unit'

/** typeName returns what people call a MIME type of pictures. */
export function typeName(mime: string): string {
  const [, name = mime] = mime.split('/')
  return name === 'webp' ? 'WebP' : name.toUpperCase()
}

/** useSayValue returns what says a value of a setting in words. */
export function useSayValue(setting: Setting): (value: Value) => string {
  const { t } = useTranslation()
  const { number } = useFormat()
  const unit = unitOf(setting)
  return (value) => {
    if (value === null || value === '') return t('empty')
    if (typeof value === 'boolean') return value ? t('on') : t('off')
    if (typeof value === 'number') return [number(value / unit.size), unit.name].filter(Boolean).join(' ')
    if (typeof value !== 'string') return value.map(typeName).join(t(', '))
    return setting.key === 'display_look' ? t(value === 'dark' ? 'Dark' : 'Editorial') : value
  }
}
