import { Checkbox, Divider, Group, NativeSelect, Textarea, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { useTranslation } from 'react-i18next'
import type { Category } from '../../api/types'
import { ColourInput } from '../../ui/ColourInput'
import { indented } from '../photos/vocabulary'
import type { Draft } from './draft'

/** What is said of a field stands below it, so that fields beside one another are in line. */
const below = ['label', 'input', 'description', 'error'] as ('label' | 'input' | 'description' | 'error')[]

interface Props {
  form: UseFormReturnType<Draft>
  /** Those that it can be put below. */
  parents: Category[]
  isNew: boolean
}

/** CategoryFields are what is written of a category. */
export function CategoryFields({ form, parents, isNew }: Props) {
  const { t } = useTranslation()
  return (
    <>
      <TextInput label={t('Name')} required data-autofocus {...form.getInputProps('name')} />
      <TextInput
        label={t('Address on the site')}
        description={isNew ? t('Made from the name if empty.') : t('Links to the old address go on working.')}
        spellCheck={false}
        {...form.getInputProps('slug')}
      />
      <Textarea label={t('Description')} autosize minRows={2} maxRows={8} {...form.getInputProps('description')} />
      <NativeSelect
        label={t('Into')}
        data={[{ value: '', label: t('No other: at the top') }, ...indented(parents)]}
        {...form.getInputProps('parent_id')}
      />
      <Group gap="lg">
        <Checkbox label={t('Shown on the site')} {...form.getInputProps('is_active', { type: 'checkbox' })} />
        <Checkbox label={t('Featured')} {...form.getInputProps('is_featured', { type: 'checkbox' })} />
      </Group>
      <Group align="flex-start" grow preventGrowOverflow={false}>
        <ColourInput
          label={t('Colour')}
          inputWrapperOrder={below}
          description={isNew ? t('Made from the name if empty.') : t('Links to the old address go on working.')}
          {...form.getInputProps('color')}
        />
        <TextInput
          label={t('Icon')}
          inputWrapperOrder={below}
          description={t('Name of an icon')}
          spellCheck={false}
          {...form.getInputProps('icon')}
        />
      </Group>
      <Divider label={t('For search engines')} labelPosition="left" />
      <TextInput label={t('Title for search engines')} {...form.getInputProps('seo_title')} />
      <Textarea
        label={t('Description for search engines')}
        autosize
        minRows={2}
        maxRows={6}
        {...form.getInputProps('seo_description')}
      />
    </>
  )
}
