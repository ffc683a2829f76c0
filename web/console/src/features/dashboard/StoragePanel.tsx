import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../i18n/format'
import { Panel } from '../../ui/Panel'
import { ProblemNotice } from '../../ui/ProblemNotice'
import { storageQuery } from './dashboard'
import classes from './StoragePanel.module.css'

/** StoragePanel is how much of the room is taken, and by what. */
export function StoragePanel() {
  const { t } = useTranslation()
  const { bytes } = useFormat()
  const storage = useQuery(storageQuery)
  const { data } = storage
  return (
    <Panel title={t('Storage')}>
      {storage.error && <ProblemNotice problem={storage.error} retry={() => storage.refetch()} />}
      {data && (
        <>
          <Text size="sm">
            {t('{{used}} of {{limit}}', { used: bytes(data.storage_used), limit: bytes(data.storage_limit) })}
          </Text>
          <Meter kinds={data.by_kind} limit={data.storage_limit} />
          <Kinds kinds={data.by_kind} />
          <Text size="sm" c="dimmed" mt="xs">
            {data.by_type.map(({ mime_type, bytes: size, files }) => (
              <span key={mime_type} className={classes.type}>
                {t('{{type}}: {{count}} files, {{size}}', {
                  type: typeName(mime_type),
                  count: files,
                  size: bytes(size),
                })}
              </span>
            ))}
          </Text>
        </>
      )}
    </Panel>
  )
}

type ByKind = Record<'originals' | 'derivatives' | 'database', number>

const order = ['originals', 'derivatives', 'database'] as const

/** Meter draws what the table says. */
function Meter({ kinds, limit }: { kinds: ByKind; limit: number }) {
  const whole = Math.max(1, limit)
  return (
    <div className={classes.meter} aria-hidden>
      {order.map((kind) => (
        <span key={kind} data-kind={kind} style={{ width: `${Math.min(1, kinds[kind] / whole) * 100}%` }} />
      ))}
    </div>
  )
}

function Kinds({ kinds }: { kinds: ByKind }) {
  const { t } = useTranslation()
  const { bytes } = useFormat()
  const names = { originals: t('Originals'), derivatives: t('Pictures made of them'), database: t('Database') }
  return (
    <table className={classes.kinds}>
      <tbody>
        {order.map((kind) => (
          <tr key={kind}>
            <th scope="row">
              <span className={classes.swatch} data-kind={kind} />
              {names[kind]}
            </th>
            <td>{bytes(kinds[kind])}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** typeName writes image/jpeg as JPEG. */
function typeName(mimeType: string): string {
  const name = mimeType.replace('image/', '')
  return name === 'webp' ? 'WebP' : name.toUpperCase()
}
