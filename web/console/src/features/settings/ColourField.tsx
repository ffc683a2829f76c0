import { Group, Stack, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { ColourInput } from '../../ui/ColourInput'
import { contrast } from '../../ui/contrast'
import { type FieldProps, fieldOrder } from './SettingField'
import classes from './Settings.module.css'

/** What the site's pages are printed on, and the least contrast at which it uses a colour there. */
const grounds = { light: '#fbfaf8', dark: '#121212' }
const least = 3

/** ColourField takes a colour, and says at once on which ground of the site it can be read. */
export function ColourField({ id, description, value, error, onChange }: FieldProps<string>) {
  return (
    <Stack gap={6}>
      <ColourInput
        id={id}
        description={description}
        inputWrapperOrder={fieldOrder}
        value={value}
        error={error}
        onChange={onChange}
      />
      <Legibility colour={value} ground="light" />
      <Legibility colour={value} ground="dark" />
    </Stack>
  )
}

function Legibility({ colour, ground }: { colour: string; ground: keyof typeof grounds }) {
  const { t, i18n } = useTranslation()
  const ratio = contrast(colour, grounds[ground])
  if (ratio === undefined) return null
  const said = new Intl.NumberFormat(i18n.language, { maximumFractionDigits: 1 }).format(Math.floor(ratio * 10) / 10)
  const legible = ratio >= least
  const words = {
    light: [
      t('Light ground: {{ratio}}:1, used', { ratio: said }),
      t('Light ground: {{ratio}}:1, too faint to be used', { ratio: said }),
    ],
    dark: [
      t('Dark ground: {{ratio}}:1, used', { ratio: said }),
      t('Dark ground: {{ratio}}:1, too faint to be used', { ratio: said }),
    ],
  }
  return (
    <Group gap="xs" wrap="nowrap">
      <span className={classes.ground} style={{ background: grounds[ground] }} aria-hidden>
        <span className={classes.sample} style={{ background: colour }} />
      </span>
      <Text size="xs" c={legible ? 'dimmed' : undefined} fw={legible ? undefined : 600}>
        {words[ground][legible ? 0 : 1]}
      </Text>
    </Group>
  )
}
