import { Button, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import type { Audit } from '../../api/types'
import { useFormat } from '../../i18n/format'
import { Row } from '../../ui/Rows'
import { Details } from './Details'
import { useFieldWord } from './fields'
import { changesOf, placeOf } from './record'
import { useSentence } from './useSentence'

/** AuditRow is one record: who did what to which thing, when and from where; unfolded, how. */
export function AuditRow({ record }: { record: Audit }) {
  const { t } = useTranslation()
  const { moment } = useFormat()
  const sentence = useSentence()(record)
  const fieldWord = useFieldWord()
  const [open, { toggle }] = useDisclosure()
  const fields = changesOf(record).map(([field]) => fieldWord(field))
  const origin = record.ip_address && t('from {{address}}', { address: record.ip_address })
  const actions = (
    <>
      <OpenThing record={record} sentence={sentence} />
      <Button
        size="xs"
        variant="default"
        aria-expanded={open}
        aria-label={t('{{what}}: {{how}}', { what: t('Details'), how: sentence })}
        onClick={toggle}
      >
        {t('Details')}
      </Button>
    </>
  )
  return (
    <Row actions={actions} below={open && <Details record={record} />}>
      <Text fw={600}>{sentence}</Text>
      {fields.length > 0 && <Text size="sm">{fields.join(t(', '))}</Text>}
      <Text size="sm" c="dimmed">
        <time dateTime={record.at}>{moment(record.at)}</time>
        {origin && ` · ${origin}`}
      </Text>
    </Row>
  )
}

function OpenThing({ record, sentence }: { record: Audit; sentence: string }) {
  const { t } = useTranslation()
  const place = placeOf(record)
  if (!place) return null
  return (
    <Button
      size="xs"
      variant="default"
      aria-label={t('{{what}}: {{how}}', { what: t('Show'), how: sentence })}
      renderRoot={(props) => <Link {...(place as { to: '/photos/$id'; params: { id: string } })} {...props} />}
    >
      {t('Show')}
    </Button>
  )
}
