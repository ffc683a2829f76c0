import { Checkbox, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { useTranslation } from 'react-i18next'
import type { Draft } from './draft'

interface Props {
  form: UseFormReturnType<Draft>
  hasPassword: boolean
}

/** ShareFields is what is said of a share link. */
export function ShareFields({ form, hasPassword }: Props) {
  const { t } = useTranslation()
  const removed = form.getValues().removePassword
  return (
    <>
      <TextInput
        label={t('Title')}
        description={t('Whoever has the link sees it.')}
        required
        data-autofocus
        {...form.getInputProps('title')}
      />
      <TextInput
        label={t('Password')}
        description={
          hasPassword ? t('Leave this empty to keep the present one.') : t('Without one, the link is enough.')
        }
        autoComplete="off"
        disabled={removed}
        {...form.getInputProps('password')}
      />
      {hasPassword && (
        <Checkbox label={t('Take the password off')} {...form.getInputProps('removePassword', { type: 'checkbox' })} />
      )}
      <TextInput
        label={t('Ends')}
        description={t('From then on the link leads nowhere. Leave it empty for never.')}
        type="datetime-local"
        {...form.getInputProps('expires_at')}
      />
      <Checkbox
        label={t('Visitors may mark favourites')}
        {...form.getInputProps('allow_picks', { type: 'checkbox' })}
      />
      <Checkbox
        label={t('Visitors may download the originals')}
        description={t('Without the position and serial numbers in them.')}
        {...form.getInputProps('allow_download', { type: 'checkbox' })}
      />
    </>
  )
}
