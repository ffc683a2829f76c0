import { Anchor, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { Screen } from './Screen'

export function NotFound() {
  const { t } = useTranslation()
  return (
    <Screen title={t('This is not there.')}>
      <Text>
        <Anchor component={Link} to="/">
          {t('Photos')}
        </Anchor>
      </Text>
    </Screen>
  )
}
