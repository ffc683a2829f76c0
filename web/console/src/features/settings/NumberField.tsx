import { Text, TextInput } from '@mantine/core'
import { useEffect, useState } from 'react'
import { type FieldProps, fieldOrder } from './SettingField'
import classes from './Settings.module.css'
import { unitOf } from './unit'

/** NumberField takes a number in the unit that people write. What is no number is sent as null, and refused there. */
export function NumberField({ id, description, setting, value, error, onChange }: FieldProps<number | null>) {
  const { name, size } = unitOf(setting)
  const [typed, setTyped] = useState(() => write(value, size))
  useEffect(() => setTyped((now) => (read(now, size) === value ? now : write(value, size))), [value, size])
  return (
    <TextInput
      id={id}
      description={description}
      inputWrapperOrder={fieldOrder}
      type="number"
      inputMode="decimal"
      min={(setting.minimum ?? 0) / size}
      max={setting.maximum && setting.maximum / size}
      step="any"
      classNames={{ wrapper: classes.short }}
      rightSection={name && <Text size="sm">{name}</Text>}
      rightSectionWidth={48}
      value={typed}
      error={error}
      onChange={(event) => {
        setTyped(event.currentTarget.value)
        onChange(read(event.currentTarget.value, size))
      }}
    />
  )
}

function read(typed: string, size: number): number | null {
  if (typed.trim() === '' || Number.isNaN(Number(typed))) return null
  return size === 1 ? Number(typed) : Math.round(Number(typed) * size)
}

function write(value: number | null, size: number): string {
  return value === null ? '' : String(value / size)
}
