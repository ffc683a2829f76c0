import { Center, Paper, Stack, Text, Title } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { LanguageChoice } from '../shell/LanguageChoice'
import { useTitle } from '../ui/useTitle'
import { SignInForm } from './SignInForm'

/** SignIn asks who wants to work here. */
export function SignIn() {
  const { t } = useTranslation()
  useTitle(t('Sign in'))
  return (
    <Center component="main" mih="100dvh" p="md">
      <Stack w="100%" maw={380} gap="md">
        <Title order={1} ta="center">
          Vitrine
        </Title>
        <Paper withBorder p="lg" radius="md">
          <SignInForm />
        </Paper>
        <FirstUser />
        <Center>
          <LanguageChoice />
        </Center>
      </Stack>
    </Center>
  )
}

/** Whoever has just started the service has never seen its first password but in the log. */
function FirstUser() {
  const { t } = useTranslation()
  return (
    <Stack gap={4}>
      <Text size="sm" c="dimmed">
        {t(
          'First time here? The service printed the name and the password of the first user when it first started. If they are lost, run “vitrine user passwd admin” where it runs.',
        )}
      </Text>
      {!window.isSecureContext && (
        <Text size="sm" c="dimmed">
          {t('This connection is not encrypted. Use https outside your own network.')}
        </Text>
      )}
    </Stack>
  )
}
