// The settings that are saved, what was changed of them, and how that is saved.
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api, versioned } from '../../api/client'
import { Problem } from '../../api/problem'
import type { components } from '../../api/schema'
import type { Fault } from '../../api/types'
import { tell } from '../../ui/notices'
import { useNotify } from '../../ui/problem'
import {
  changedElsewhere,
  type Draft,
  type Group,
  type Key,
  type Setting,
  type Value,
  withChange,
  withoutSaved,
} from './setting'

const settingsQuery = queryOptions({
  queryKey: ['settings'],
  queryFn: () => versioned(api.GET('/v1/settings')),
  staleTime: Number.POSITIVE_INFINITY, // what is being changed does not move by itself
  refetchOnMount: 'always',
})

// Each setting may be sent by itself, which the generated type does not know of what has a default.
type Body = components['schemas']['SettingsBody']

export type Faults = Partial<Record<Key, Fault>>

/** settingOf returns the key that a fault such as "upload_allowed_types[1]" is about. */
function settingOf(fault: Fault): Key {
  return fault.field.replace(/[[.].*$/, '') as Key
}

export function useSettings() {
  const { t } = useTranslation()
  const client = useQueryClient()
  const read = useQuery(settingsQuery)
  const [draft, setDraft] = useState<Draft>({})
  const [faults, setFaults] = useState<Faults>({})
  const [problem, setProblem] = useState<Error>()
  const [elsewhere, setElsewhere] = useState<Key[]>()
  const saved = read.data?.data

  const change = (setting: Setting, value: Value) => {
    if (!saved) return
    setDraft((old) => withChange(old, saved, setting, value))
    setFaults(({ [setting.key]: _, ...others }) => others)
  }
  const discard = () => {
    setDraft({})
    setFaults({})
    setProblem(undefined)
    setElsewhere(undefined)
  }

  /** Someone else was quicker: theirs is read, and what was typed here stays to be saved over it, or not. */
  const rebase = async () => {
    const { data: now } = await read.refetch()
    if (!now || !saved) return
    setElsewhere(changedElsewhere(draft, saved, now.data))
    setDraft(withoutSaved(draft, now.data))
  }
  const fail = (e: Error) => {
    if (e instanceof Problem && e.details.conflict === 'stale') return rebase()
    if (e instanceof Problem && e.faults.length > 0)
      setFaults(Object.fromEntries(e.faults.map((fault) => [settingOf(fault), fault])))
    else setProblem(e)
  }

  const save = useMutation({
    mutationFn: () =>
      versioned(
        api.PUT('/v1/settings', { body: draft as Body, params: { header: { 'If-Match': read.data?.etag ?? '*' } } }),
      ),
    onMutate: () => setProblem(undefined),
    onSuccess: (answered) => {
      client.setQueryData(settingsQuery.queryKey, answered)
      discard()
      tell({ message: t('Saved') })
    },
    onError: fail,
  })
  const reset = useMutation({
    mutationFn: (categories: Group[]) =>
      versioned(api.POST('/v1/settings/reset', { body: { categories, confirm: true } })),
    onSuccess: (answered) => {
      client.setQueryData(settingsQuery.queryKey, answered)
      setDraft((old) => withoutSaved(old, answered.data))
      tell({ message: t('The defaults are back.') })
    },
    onError: useNotify(),
  })

  return { read, saved, draft, faults, problem, elsewhere, change, discard, save, reset }
}
