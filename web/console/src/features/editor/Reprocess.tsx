import { Checkbox, Text } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useTranslation } from 'react-i18next'
import { FormDialog } from '../../ui/FormDialog'
import { tell } from '../../ui/notices'
import { type FormatName, formatNames, useFormatWord } from './formats'
import { isAtWork, useReprocess } from './useFile'

interface Props {
  fileId: string
  onClose: () => void
}

/** Reprocess has derived pictures made again: those that are missing or were made with other settings, or all. */
export function Reprocess({ fileId, onClose }: Props) {
  const { t } = useTranslation()
  const word = useFormatWord()
  const form = useForm({ initialValues: { formats: [...formatNames] as string[], force: false } })
  const again = useReprocess(fileId)
  const chosen = form.getValues().formats
  const submit = form.onSubmit(({ formats, force }) =>
    again.mutate(
      { force, formats: formats.length === formatNames.length ? null : (formats as FormatName[]) },
      {
        onSuccess: (state) => {
          if (!isAtWork(state)) tell({ message: t('The pictures are ready.') })
          onClose()
        },
      },
    ),
  )
  return (
    <FormDialog
      title={t('Make the pictures again')}
      action={t('Make them')}
      problem={again.error ?? undefined}
      busy={again.isPending}
      disabled={chosen.length === 0}
      dirty={false}
      onSubmit={submit}
      onClose={onClose}
    >
      <Text size="sm">{t('The present pictures stay until the new ones are ready.')}</Text>
      <Checkbox.Group label={t('Which pictures')} {...form.getInputProps('formats')}>
        {formatNames.map((name) => (
          <Checkbox key={name} mt={6} size="sm" value={name} label={word(name)} />
        ))}
      </Checkbox.Group>
      <Checkbox
        label={t('Also those that are there and up to date')}
        description={t('Otherwise only what is missing or was made with other settings.')}
        {...form.getInputProps('force', { type: 'checkbox' })}
      />
    </FormDialog>
  )
}
