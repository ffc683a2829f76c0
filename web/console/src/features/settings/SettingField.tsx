import { Checkbox, Group, Input, NativeSelect, Textarea, TextInput } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { ColourField } from './ColourField'
import { NumberField } from './NumberField'
import type { Setting, Value } from './setting'
import { typeName } from './useSayValue'

export interface FieldProps<V extends Value = Value> {
  id: string
  labelledBy: string
  description: ReactNode
  setting: Setting
  value: V
  error?: string
  onChange: (value: Value) => void
}

/** What a field does stands below it. */
export const fieldOrder = ['input', 'error', 'description'] as ('input' | 'error' | 'description')[]
/** A text that may be longer than this gets more than a line. */
const line = 2000

/** SettingField is the input that suits what a setting may be. */
export function SettingField(props: FieldProps) {
  const { setting, value } = props
  if (typeof value === 'boolean') return <BooleanField {...props} value={value} />
  if (setting.kind === 'number') return <NumberField {...props} value={value as number | null} />
  if (setting.kind === 'list') return <ListField {...props} value={value as readonly string[]} />
  const text = { ...props, value: value as string }
  if (setting.allowed) return <ChoiceField {...text} />
  return setting.key.endsWith('_color') ? <ColourField {...text} /> : <TextField {...text} />
}

function BooleanField({ id, labelledBy, description, value, error, onChange }: FieldProps<boolean>) {
  const { t } = useTranslation()
  return (
    <Checkbox
      id={id}
      aria-labelledby={labelledBy}
      description={description}
      label={value ? t('on') : t('off')}
      checked={value}
      error={error}
      onChange={(event) => onChange(event.currentTarget.checked)}
    />
  )
}

function TextField({ id, description, setting, value, error, onChange }: FieldProps<string>) {
  const common = {
    id,
    description,
    inputWrapperOrder: fieldOrder,
    value,
    error,
    onChange: (event: { currentTarget: { value: string } }) => onChange(event.currentTarget.value),
  }
  if ((setting.maxLength ?? 0) > line) return <Textarea {...common} rows={3} />
  const type = setting.key.endsWith('_email') ? 'email' : setting.key.endsWith('_url') ? 'url' : 'text'
  return <TextInput {...common} type={type} />
}

function ChoiceField({ id, description, setting, value, error, onChange }: FieldProps<string>) {
  const { t } = useTranslation()
  const words: Record<string, string> = { editorial: t('Editorial'), dark: t('Dark') }
  return (
    <NativeSelect
      id={id}
      maw={240}
      description={description}
      inputWrapperOrder={fieldOrder}
      data={(setting.allowed ?? []).map((choice) => ({ value: choice, label: words[choice] ?? choice }))}
      value={value}
      error={error}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}

/** The order of the allowed values is kept, so that taking one out and putting it back changes nothing. */
function ListField({ id, labelledBy, description, setting, value, error, onChange }: FieldProps<readonly string[]>) {
  const allowed = setting.allowed ?? []
  return (
    <Input.Wrapper id={id} labelElement="div" description={description} error={error} inputWrapperOrder={fieldOrder}>
      <Group role="group" aria-labelledby={labelledBy} gap="md" pt={6} pb={4}>
        {allowed.map((choice) => (
          <Checkbox
            key={choice}
            label={typeName(choice)}
            checked={value.includes(choice)}
            onChange={(event) => {
              const on = event.currentTarget.checked
              onChange(allowed.filter((other) => (other === choice ? on : value.includes(other))))
            }}
          />
        ))}
      </Group>
    </Input.Wrapper>
  )
}
