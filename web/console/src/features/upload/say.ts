// What is the matter with an item, in the reader's words.
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { Problem } from '../../api/problem'
import { useSayProblem } from '../../ui/problem'
import { sayFailure } from '../../ui/reasons'
import { ProcessingFailed } from './engine/following'
import type { Item, Step } from './engine/item'
import type { Limits } from './engine/ports'
import { kindWords } from './kindWords'
import { useMebibytes } from './useMebibytes'

export interface Said {
  text: string
  tone?: 'problem' | 'done'
}

/** useSayRest returns what says why nothing can be sent for the moment. */
export function useSayRest(): (problem: Problem) => string {
  const { t, i18n } = useTranslation()
  return ({ type, message }) => {
    if (type === 'OFFLINE') return t('The connection is cut.')
    if (type === 'RATE_LIMIT_EXCEEDED') return t('The server takes only so many uploads a minute.')
    return i18n.language === 'en' ? message : t('The server takes nothing for the moment.')
  }
}

export function useSayItem(limits: Limits | undefined): (item: Item) => Said {
  const { t, i18n } = useTranslation()
  const mebibytes = useMebibytes()
  const sayProblem = useSayProblem()
  const sayRest = useSayRest()

  const refusal = (item: Item): string => {
    switch (item.refusal) {
      case 'empty':
        return t('The file is empty.')
      case 'size':
        return t('It is larger than the {{size}} that the settings allow.', {
          size: mebibytes(limits?.size ?? item.size),
        })
      case 'file':
        return t('It may not be opened.')
      case 'folder':
        return t('This folder may not be opened. Nothing of it is sent.')
      case 'content':
        return t('It is not a picture, whatever its name says.')
      default:
        return t('The settings take only {{types}}.', { types: kindWords(limits?.types ?? [], i18n.language) })
    }
  }
  const failure = ({ problem, failedAt }: Item): string => {
    const said = problem instanceof Problem ? sayProblem(problem) : undefined
    const reason =
      problem instanceof ProcessingFailed
        ? sayFailure(problem.failed, t).text
        : said
          ? [said.advice || said.title, said.said].filter(Boolean).join(' ')
          : (problem?.message ?? '')
    if (failedAt === 'processing') return t('No pictures could be made of it: {{reason}}', { reason })
    if (failedAt === 'creating') return t('It arrived, but is no photo yet: {{reason}}', { reason })
    return said ? reason : t('The server refused it: {{reason}}', { reason })
  }
  return (item) => {
    switch (item.stage) {
      case 'waiting':
        return { text: t('Waits') }
      case 'checking':
        return { text: t('Is read') }
      case 'known':
        return { text: item.twin ? t('There is a photo of this file already.') : t('The same file is in the queue.') }
      case 'refused':
        return { text: refusal(item), tone: 'problem' }
      case 'sending':
      case 'sent':
        if (item.problem) return { text: sayRest(item.problem as Problem), tone: 'problem' }
        if (item.stage === 'sent') return { text: t('Has arrived') }
        return { text: item.sent > 0 ? t('Is sent') : t('Waits') }
      case 'paused':
        return { text: t('Paused') }
      case 'absent':
        return { text: t('Choose or drop this file again to go on.') }
      case 'changed':
        return {
          text: item.file
            ? t('The file was changed since it was begun.')
            : t('It cannot be read: it was changed, moved or deleted, or may not be opened. Choose it again.'),
          tone: 'problem',
        }
      case 'processing':
        if (item.lack) return { text: sayFailure(item.lack, t).text, tone: 'problem' }
        return { text: stepWord(item.steps, t) }
      case 'done':
        return { text: t('Done'), tone: 'done' }
      case 'failed':
        return { text: failure(item), tone: 'problem' }
    }
  }
}

function stepWord(steps: Step[] | undefined, t: TFunction): string {
  switch (steps?.find((step) => step.status === 'processing')?.name) {
    case 'exif_extraction':
      return t('Camera data are read')
    case 'generating_thumbnails':
      return t('Pictures are made')
    case 'optimization':
      return t('Pictures are made smaller')
    default:
      return t('Waits for the server to make pictures')
  }
}
