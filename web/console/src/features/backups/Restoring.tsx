import { Stack, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { Backup } from '../../api/types'
import { CopyField } from '../../ui/Copy'
import { commandsFor } from './backups'

/** Restoring says how a backup becomes a library again, which is done on the server itself. */
export function Restoring({ backup }: { backup: Backup }) {
  const { t } = useTranslation()
  const commands = commandsFor(backup)
  const copy = t('Copy')
  return (
    <Stack gap="sm" mt="sm" maw={1000}>
      <Text size="sm">
        {t(
          'This is done on the server, in a shell. It goes into an empty data directory, here /srv/vitrine; what is served now stays as it is.',
        )}
      </Text>
      <CopyField
        label={t('First see whether every file of the backups is whole:')}
        text={commands.check}
        action={copy}
      />
      <CopyField label={t('Then bring this one back:')} text={commands.restore} action={copy} />
      <CopyField label={t('Last look through the new library, and serve it:')} text={commands.serve} action={copy} />
      <Text size="sm" c="dimmed">
        {t(
          'Everyone signs in again then, with the passwords of the time of the backup. Webhooks are off until you switch them on.',
        )}
      </Text>
    </Stack>
  )
}
