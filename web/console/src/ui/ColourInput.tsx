import { TextInput, type TextInputProps } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import classes from './ColourInput.module.css'
import { fullColour } from './contrast'

interface Props extends Omit<TextInputProps, 'value' | 'onChange'> {
  value?: string
  onChange?: (colour: string) => void
}

/** ColourInput takes a colour by its number, or by the browser's own choice of colours. */
export function ColourInput({ value = '', onChange, ...props }: Props) {
  const { t } = useTranslation()
  return (
    <TextInput
      {...props}
      classNames={{ wrapper: classes.input }}
      spellCheck={false}
      value={value}
      onChange={(event) => onChange?.(event.currentTarget.value)}
      rightSectionWidth={44}
      rightSection={
        <input
          type="color"
          className={classes.choice}
          aria-label={t('Choose a colour')}
          value={fullColour(value) ?? '#000000'}
          onChange={(event) => onChange?.(event.currentTarget.value)}
        />
      }
    />
  )
}
