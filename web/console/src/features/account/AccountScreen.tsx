import { SimpleGrid, Stack } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Screen } from '../../shell/Screen'
import { PasswordForm } from './PasswordForm'
import { ProfileForm } from './ProfileForm'
import { SessionList } from './SessionList'

/** AccountScreen is what users may change of themselves, and where they are signed in. */
export function AccountScreen() {
  const { t } = useTranslation()
  return (
    <Screen title={t('Your account')}>
      <Stack gap="md">
        <SimpleGrid cols={{ base: 1, md: 2 }} style={{ alignItems: 'start' }}>
          <ProfileForm />
          <PasswordForm />
        </SimpleGrid>
        <SessionList />
      </Stack>
    </Screen>
  )
}
