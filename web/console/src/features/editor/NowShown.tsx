import { VisuallyHidden } from '@mantine/core'
import { useFormat } from '../../i18n/format'
import type { Way } from './useNeighbours'

interface Props {
  /** undefined until it is read. */
  title: string | undefined
  way: Way
}

/** NowShown says which photo of a list has come: from one to the next the focus stays at the heading, which says nothing. */
export function NowShown({ title, way: { here, total } }: Props) {
  const { number } = useFormat()
  const isKnown = title !== undefined && here !== undefined && total !== undefined
  return (
    <VisuallyHidden role="status" translate="no">
      {isKnown && `${title}, ${number(here + 1)} / ${number(total)}`}
    </VisuallyHidden>
  )
}
