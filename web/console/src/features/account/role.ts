import { useTranslation } from 'react-i18next'
import type { Profile } from '../../api/types'

/** useRoleWord returns the word for a role. */
export function useRoleWord(): (role: Profile['role']) => string {
  const { t } = useTranslation()
  return (role) =>
    ({ super_admin: t('Owner'), admin: t('Administrator'), editor: t('Editor'), user: t('Visitor') })[role]
}
