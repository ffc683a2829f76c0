import { Flex, NativeSelect, TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useRoleWord } from '../account/role'
import { type Role, roles, type UserFilter } from './filter'

/** How long typing pauses before it is searched for. */
const pause = 250

/** UserFilterBar narrows the list of users, by its address. */
export function UserFilterBar({ filter }: { filter: UserFilter }) {
  const { t } = useTranslation()
  const roleWord = useRoleWord()
  const navigate = useNavigate()
  const set = (change: Partial<UserFilter>) =>
    navigate({ to: '/users', search: { ...filter, page: undefined, ...change }, replace: true })
  return (
    <Flex role="search" aria-label={t('Users')} wrap="wrap" gap="xs">
      <SearchField value={filter.search ?? ''} onChange={(search) => set({ search: search || undefined })} />
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

function SearchField({ value, onChange }: { value: string; onChange: (search: string) => void }) {
  const { t } = useTranslation()
  const [typed, setTyped] = useState(value)
  const search = useDebouncedCallback(onChange, pause)
  useEffect(() => setTyped((now) => (now.trim() === value ? now : value)), [value])
  return (
    <TextInput
      flex="1 1 200px"
      maw={360}
      type="search"
      aria-label={t('Search')}
      placeholder={t('Name or e-mail address')}
      leftSection={<IconSearch size={16} aria-hidden />}
      value={typed}
      onChange={(event) => {
        setTyped(event.currentTarget.value)
        search(event.currentTarget.value.trim())
      }}
    />
  )
}
