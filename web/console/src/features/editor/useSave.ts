import type { UseFormReturnType } from '@mantine/form'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api, versioned } from '../../api/client'
import { Problem } from '../../api/problem'
import type { PhotoDetail } from '../../api/types'
import { useShowFaults } from '../../ui/faults'
import { tell } from '../../ui/notices'
import { bodyOf, changed, type Draft, draftOf } from './draft'

interface Version {
  data: PhotoDetail
  etag: string
}

/**
 * useSave sends what was changed, on condition that nobody else has changed the photo since it was read. If someone has,
 * conflict is what they made of it, until one of the two is chosen.
 */
export function useSave(form: UseFormReturnType<Draft>, photo: PhotoDetail, etag: string) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const showFaults = useShowFaults(form)
  const [read, setRead] = useState<Version>({ data: photo, etag })
  const [theirs, setTheirs] = useState<Version>()
  const [problem, setProblem] = useState<Error>()
  const at = { params: { path: { id: photo.id } } }

  const accept = (version: Version) => {
    const draft = draftOf(version.data)
    setRead(version)
    setTheirs(undefined)
    form.setInitialValues(draft)
    form.setValues(draft)
    client.setQueryData(['photo', photo.id], version)
  }

  const send = useMutation({
    mutationFn: (base: Version) => {
      const fields = changed(draftOf(base.data), form.getValues())
      const body = bodyOf(form.getValues(), fields, base.data)
      return versioned(
        api.PUT('/v1/photos/{id}', { body, params: { ...at.params, header: { 'If-Match': base.etag } } }),
      )
    },
    onMutate: () => setProblem(undefined),
    onSuccess: (version) => {
      accept(version)
      tell({ message: t('Saved') })
      for (const key of ['photos', 'tags', 'timeline', 'categories']) client.invalidateQueries({ queryKey: [key] })
    },
    onError: async (e) => {
      const stale = e instanceof Problem && e.details.conflict === 'stale'
      if (stale) setTheirs(await versioned(api.GET('/v1/photos/{id}', at)))
      else if (!showFaults(e)) setProblem(e)
    },
  })

  return {
    save: () => {
      if (form.isDirty()) send.mutate(read)
    },
    saving: send.isPending,
    problem,
    conflict: theirs && draftOf(theirs.data),
    keepMine: () => theirs && send.mutate(theirs),
    takeTheirs: () => theirs && accept(theirs),
  }
}
