import { Flex, NativeSelect } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { SearchField } from '../../ui/SearchField'
import { useRoleWord } from '../account/role'
import { type Role, roles, type UserFilter } from './filter'

/** UserFilterBar narrows the list of users, by its address. */
export function UserFilterBar({ filter }: { filter: UserFilter }) {
  const { t } = useTranslation()
  const roleWord = useRoleWord()
  const navigate = useNavigate()
  const set = (change: Partial<UserFilter>) =>
    navigate({ to: '/users', search: { ...filter, page: undefined, ...change }, replace: true })
  return (
    <Flex role="search" aria-label={t('Users')} wrap="wrap" gap="xs">
      <SearchField
        flex="1 1 200px"
        maw={360}
        placeholder={t('Name or e-mail address')}
        value={filter.search}
        onChange={(search) => set({ search })}
      />
      <NativeSelect
        aria-label={t('Role')}
        value={filter.role ?? ''}
        onChange={(event) => set({ role: (event.currentTarget.value || undefined) as Role | undefined })}
        data={[{ value: '', label: t('Any role') }, ...roles.map((role) => ({ value: role, label: roleWord(role) }))]}
      />
      <NativeSelect
        aria-label={t('Account')}
        value={filter.status ?? ''}
        onChange={(event) => set({ status: (event.currentTarget.value || undefined) as UserFilter['status'] })}
        data={[
          { value: '', label: t('Active or not') },
          { value: 'active', label: t('Active') },
          { value: 'inactive', label: t('Switched off') },
        ]}
      />
    </Flex>
  )
}
