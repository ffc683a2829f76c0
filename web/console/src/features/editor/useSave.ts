import type { UseFormReturnType } from '@mantine/form'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api, versioned } from '../../api/client'
import { Problem } from '../../api/problem'
import type { PhotoDetail } from '../../api/types'
import { showFirstFault, useShowFaults } from '../../ui/faults'
import { tell } from '../../ui/notices'
import { sayTaken } from '../../ui/reasons'
import { changed, onto, rebased } from '../../ui/rebase'
import { takenField } from '../../ui/useSubmit'
import { bodyOf, type Draft, draftOf } from './draft'

export interface Version {
  data: PhotoDetail
  etag: string
}

/**
 * useSave sends what was changed, on condition that nobody else has changed the photo since it was read. If someone has,
 * and the same field, conflict is what they made of it, until one of the two is chosen. What is newly read is taken over where the form has
 * no changes of its own.
 */
export function useSave(form: UseFormReturnType<Draft>, latest: Version) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const showFaults = useShowFaults(form)
  const [read, setRead] = useState(latest)
  const [theirs, setTheirs] = useState<Version>()
  const [problem, setProblem] = useState<Error>()
  const at = { params: { path: { id: latest.data.id } } }

  const accept = (version: Version, draft = draftOf(version.data)) => {
    setRead(version)
    setTheirs(undefined)
    form.setInitialValues(draftOf(version.data))
    form.setValues(draft)
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: only another version is news
  useEffect(() => {
    if (latest.etag === read.etag) return
    const draft = rebased(draftOf(read.data), form.getValues(), draftOf(latest.data))
    if (draft) accept(latest, draft)
  }, [latest.etag])

  const send = useMutation({
    mutationFn: (base: Version) => {
      const body = bodyOf(form.getValues(), changed(draftOf(read.data), form.getValues()))
      return versioned(
        api.PUT('/v1/photos/{id}', { body, params: { ...at.params, header: { 'If-Match': base.etag } } }),
      )
    },
    onMutate: () => setProblem(undefined),
    onSuccess: (version) => {
      accept(version)
      client.setQueryData(['photo', version.data.id], version)
      tell({ message: t('Saved') })
      for (const key of ['photos', 'tags', 'timeline', 'categories']) client.invalidateQueries({ queryKey: [key] })
    },
    onError: async (e) => {
      const taken = takenField(e)
      if (e instanceof Problem && e.details.conflict === 'stale') {
        const now = await versioned(api.GET('/v1/photos/{id}', at))
        if (rebased(draftOf(read.data), form.getValues(), draftOf(now.data))) send.mutate(now)
        else setTheirs(now)
      } else if (taken && taken in form.getValues()) {
        form.setFieldError(taken, sayTaken(e as Problem, t))
        showFirstFault()
      } else if (!showFaults(e)) setProblem(e)
    },
  })

  return {
    save: () => {
      if (form.isDirty()) send.mutate(read)
    },
    saving: send.isPending,
    problem,
    conflict: theirs && conflictOf(draftOf(theirs.data), draftOf(read.data), form.getValues()),
    keepMine: () => theirs && send.mutate(theirs),
    takeTheirs: () => {
      if (!theirs) return
      accept(theirs)
      client.setQueryData(['photo', theirs.data.id], theirs)
    },
  }
}

/** conflictOf sets what they saved beside what would become of it with the changes made here. */
function conflictOf(theirs: Draft, base: Draft, form: Draft) {
  return { theirs, mine: onto(theirs, base, form) }
}
