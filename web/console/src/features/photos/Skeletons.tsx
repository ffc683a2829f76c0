import { Skeleton } from '@mantine/core'
import type { Ref } from 'react'
import { gap } from './layout'

interface Props {
  columns: number
  tile: number
  row: number
  measured: Ref<HTMLDivElement>
}

/** Skeletons keep the room of a grid until it is known what is in it. */
export function Skeletons({ columns, tile, row, measured }: Props) {
  return (
    <div ref={measured} aria-hidden style={{ display: 'flex', flexWrap: 'wrap', columnGap: gap, rowGap: row - tile }}>
      {Array.from({ length: columns * 3 }, (_, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they are all alike
        <Skeleton key={i} width={tile} height={tile} />
      ))}
    </div>
  )
}
