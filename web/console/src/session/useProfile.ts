import { queryOptions, useQuery } from '@tanstack/react-query'
import { api, versioned } from '../api/client'

export const profileQuery = queryOptions({
  queryKey: ['profile'],
  queryFn: () => versioned(api.GET('/v1/auth/profile')),
})

/** may tells whether grants such as "*" or "photo.*" hold a permission such as "photo.update". */
export function may(grants: readonly string[], permission: string): boolean {
  const [resource] = permission.split('.')
  return grants.some((grant) => grant === '*' || grant === permission || grant === `${resource}.*`)
}

/** useMay returns what tells whether the signed-in user has a permission: none until it is known. */
export function useMay(): (permission: string) => boolean {
  const grants = useQuery(profileQuery).data?.data.permissions ?? []
  return (permission) => may(grants, permission)
}
