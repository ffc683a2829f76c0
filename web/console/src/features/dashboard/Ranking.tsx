import { Text, VisuallyHidden } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../i18n/format'
import { Panel } from '../../ui/Panel'
import classes from './Ranking.module.css'

export interface Rank {
  /** In the words of whoever wrote it. */
  name: string
  count: number
  /** The name as it is shown, if it leads somewhere. */
  link?: ReactNode
}

interface Props {
  title: string
  /** What is ranked, and what it is counted by: the heads of the table. */
  heads: [string, string]
  ranks: Rank[]
}

/** Ranking is a table of what there is most of, with a bar in each row. */
export function Ranking({ title, heads, ranks }: Props) {
  const { t } = useTranslation()
  const { number } = useFormat()
  const most = Math.max(1, ...ranks.map(({ count }) => count))
  return (
    <Panel title={title}>
      {ranks.length === 0 ? (
        <Text size="sm" c="dimmed">
          {t('Nothing yet.')}
        </Text>
      ) : (
        <table className={classes.table}>
          <VisuallyHidden component="thead">
            <tr>
              {heads.map((head) => (
                <th key={head} scope="col">
                  {head}
                </th>
              ))}
            </tr>
          </VisuallyHidden>
          <tbody>
            {ranks.map(({ name, count, link }) => (
              <tr key={name}>
                <th scope="row">
                  <span translate="no">{link ?? name}</span>
                  <span className={classes.bar} style={{ width: `${(count / most) * 100}%` }} />
                </th>
                <td>{number(count)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Panel>
  )
}
