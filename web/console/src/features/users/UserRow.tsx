import { Anchor, Badge, Button, Group, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import type { User } from '../../api/types'
import { useFormat } from '../../i18n/format'
import { useMay } from '../../session/useProfile'
import { Row } from '../../ui/Rows'
import { useRoleWord } from '../account/role'

export type Task = 'edit' | 'sessions' | 'delete'

interface Props {
  user: User
  isSelf: boolean
  /** Whether who is asking ranks high enough to change the user. */
  isBelow: boolean
  /** Whether nobody else may do everything. */
  isLastOwner: boolean
  onTask: (task: Task) => void
}

/** UserRow is a user, and what may be done with them. */
export function UserRow({ user, isSelf, isBelow, isLastOwner, onTask }: Props) {
  const { t } = useTranslation()
  const { time, date } = useFormat()
  const roleWord = useRoleWord()
  const seen = user.last_login_at
    ? t('signed in {{when}}', { when: time(user.last_login_at) })
    : t('never signed in, added {{when}}', { when: date(user.created_at) })
  return (
    <Row actions={<Actions user={user} isSelf={isSelf} isBelow={isBelow} onTask={onTask} />}>
      <Group gap="xs">
        <Text fw={600} translate="no">
          {user.display_name || user.username}
        </Text>
        <Badge variant="light" color={user.role === 'super_admin' ? undefined : 'gray'}>
          {roleWord(user.role)}
        </Badge>
        {!user.is_active && (
          <Badge variant="light" color="red">
            {t('Switched off')}
          </Badge>
        )}
      </Group>
      <Text size="sm" c="dimmed">
        <span translate="no">{[user.display_name && user.username, user.email].filter(Boolean).join(' · ')}</span>
        {' · '}
        {seen}
      </Text>
      <Why isSelf={isSelf} isBelow={isBelow} isLastOwner={isLastOwner} />
    </Row>
  )
}

/** Why says why there is nothing to press. */
function Why({ isSelf, isBelow, isLastOwner }: Pick<Props, 'isSelf' | 'isBelow' | 'isLastOwner'>) {
  const { t } = useTranslation()
  if (isSelf) {
    return (
      <Text size="sm">
        {isLastOwner
          ? t('This is you, and the last owner. Someone must stay who may do everything: make another one first.')
          : t('This is you. Your role is changed, and you are deleted, by someone else who may.')}{' '}
        <Anchor component={Link} to="/account" inherit underline="always">
          {t('Your account')}
        </Anchor>
      </Text>
    )
  }
  if (isBelow) return null
  return (
    <Text size="sm" c="dimmed">
      {t('Only someone of a higher role may change this user.')}
    </Text>
  )
}

function Actions({ user, isSelf, isBelow, onTask }: Omit<Props, 'isLastOwner'>) {
  const { t } = useTranslation()
  const may = useMay()
  const name = { name: user.username }
  return (
    <>
      {!isSelf && isBelow && may('user.update') && (
        <Button size="xs" variant="default" onClick={() => onTask('edit')} aria-label={t('Edit {{name}}', name)}>
          {t('Edit')}
        </Button>
      )}
      {!isSelf && (
        <Button
          size="xs"
          variant="default"
          onClick={() => onTask('sessions')}
          aria-label={t('Sessions of {{name}}', name)}
        >
          {t('Sessions')}
        </Button>
      )}
      {!isSelf && isBelow && may('user.delete') && (
        <Button size="xs" variant="default" onClick={() => onTask('delete')} aria-label={t('Delete {{name}}', name)}>
          {t('Delete')}
        </Button>
      )}
    </>
  )
}
