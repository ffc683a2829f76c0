import { NativeSelect, SimpleGrid, Stack, Textarea, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { useTranslation } from 'react-i18next'
import { Panel } from '../../ui/Panel'
import { statuses } from '../photos/filter'
import { useStatusWord } from '../photos/status'
import type { Draft } from './draft'

/** WordFields is what a photo is called, where it stands, and since when it is. */
export function WordFields({ form }: { form: UseFormReturnType<Draft> }) {
  const { t } = useTranslation()
  const word = useStatusWord()
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone
  return (
    <Panel title={t('Photo')}>
      <Stack gap="sm">
        <TextInput label={t('Title')} required withAsterisk={false} {...form.getInputProps('title')} />
        <Textarea label={t('Description')} autosize minRows={2} maxRows={10} {...form.getInputProps('description')} />
        <SimpleGrid cols={{ base: 1, xs: 2 }}>
          <NativeSelect
            label={t('Status')}
            data={statuses.map((value) => ({ value, label: word(value) }))}
            {...form.getInputProps('status')}
          />
          <TextInput
            label={t('Taken')}
            type="datetime-local"
            description={t('By the clock of {{zone}}', { zone })}
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            {...form.getInputProps('taken_at')}
          />
        </SimpleGrid>
        <TextInput
          label={t('Address on the site')}
          description={t('Links to the old address go on working.')}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          leftSection="/p/"
          leftSectionWidth={36}
          {...form.getInputProps('slug')}
        />
      </Stack>
    </Panel>
  )
}
