import { Button, Stack, Text } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Profile, User } from '../../api/types'
import { profileQuery, useMay } from '../../session/useProfile'
import { Screen } from '../../shell/Screen'
import { Confirm } from '../../ui/Confirm'
import { tell } from '../../ui/notices'
import { Pager } from '../../ui/Pager'
import { ProblemNotice } from '../../ui/ProblemNotice'
import { useNotify } from '../../ui/problem'
import { Rows } from '../../ui/Rows'
import { mayActOn } from './rank'
import { SessionsDialog } from './SessionsDialog'
import { EditUser, NewUser } from './UserDialog'
import { UserFilterBar } from './UserFilterBar'
import { type Task, UserRow } from './UserRow'
import { deleteUser, ownersQuery, usersQuery } from './users'

const route = getRouteApi('/users')

interface Doing {
  task: Task | 'create'
  user?: User
}

/** UsersScreen is who may work here, and as what. */
export function UsersScreen() {
  const { t } = useTranslation()
  const may = useMay()
  const navigate = useNavigate()
  const filter = route.useSearch()
  const me = useQuery(profileQuery).data?.data
  const users = useQuery(usersQuery(filter))
  const owners = useQuery({ ...ownersQuery, enabled: me?.role === 'super_admin' })
  const [doing, setDoing] = useState<Doing>()
  if (!me) return null

  const add = may('user.create') && <Button onClick={() => setDoing({ task: 'create' })}>{t('New user')}</Button>
  return (
    <Screen title={t('Users')} actions={add}>
      <Stack gap="md">
        <UserFilterBar filter={filter} />
        {users.error && <ProblemNotice problem={users.error} retry={() => users.refetch()} />}
        {users.data?.data.length === 0 && (
          <Text py="xl" ta="center">
            {t('Nobody matches.')}
          </Text>
        )}
        {users.data && users.data.data.length > 0 && (
          <Rows label={t('Users')}>
            {users.data.data.map((user) => (
              <UserRow
                key={user.id}
                user={user}
                isSelf={user.id === me.id}
                isBelow={mayActOn(me.role, user.role)}
                isLastOwner={owners.data === 1}
                onTask={(task) => setDoing({ task, user })}
              />
            ))}
          </Rows>
        )}
        <Pager
          pagination={users.data?.pagination}
          onPage={(page) => navigate({ to: '/users', search: { ...filter, page } })}
        />
      </Stack>
      <Dialogs doing={doing} me={me} onClose={() => setDoing(undefined)} />
    </Screen>
  )
}

function Dialogs({ doing, me, onClose }: { doing?: Doing; me: Profile; onClose: () => void }) {
  const { t } = useTranslation()
  const may = useMay()
  const remove = useRemoval()
  const { task, user } = doing ?? {}
  const name = user?.username ?? ''
  return (
    <>
      {task === 'create' && <NewUser actor={me.role} onClose={onClose} />}
      {task === 'edit' && user && <EditUser user={user} actor={me.role} onClose={onClose} />}
      {task === 'sessions' && user && (
        <SessionsDialog user={user} mayEnd={may('user.update') && mayActOn(me.role, user.role)} onClose={onClose} />
      )}
      <Confirm
        opened={task === 'delete'}
        title={t('Delete {{name}}?', { name })}
        question={t('All sessions end. Photos and uploads stay. This cannot be undone.')}
        action={t('Delete')}
        onConfirm={() => user && remove.mutate(user.id)}
        onClose={onClose}
      />
    </>
  )
}

function useRemoval() {
  const { t } = useTranslation()
  const client = useQueryClient()
  return useMutation({
    mutationFn: deleteUser,
    onSuccess: () => tell({ message: t('The user is deleted.') }),
    onError: useNotify(),
    onSettled: () => client.invalidateQueries({ queryKey: ['users'] }),
  })
}
