import { Anchor, Badge, Button, Group, Stack, Text } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { PhotoItem, ShareLinkSummary } from '../../api/types'
import { useFormat } from '../../i18n/format'
import { Screen } from '../../shell/Screen'
import { Confirm } from '../../ui/Confirm'
import { CopyButton } from '../../ui/Copy'
import { tell } from '../../ui/notices'
import { Pager } from '../../ui/Pager'
import { ProblemNotice } from '../../ui/ProblemNotice'
import { useNotify } from '../../ui/problem'
import { Row, Rows } from '../../ui/Rows'
import { ChoosePhotos } from './ChoosePhotos'
import { addressOf, isOver } from './draft'
import { EditShare } from './EditShare'
import { NewShare } from './NewShare'
import { SharePhotos } from './SharePhotos'
import { deleteShare, sharesQuery } from './shares'

const route = getRouteApi('/shares')

/** SharesScreen is the links that show photos to whoever has them. */
export function SharesScreen() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const shares = useQuery(sharesQuery(route.useSearch().page ?? 1))
  const [making, setMaking] = useState(false)
  const [edited, setEdited] = useState<number>()
  const [filled, setFilled] = useState<ShareLinkSummary>()
  const [asking, setAsking] = useState<ShareLinkSummary>()
  const remove = useRemoval()

  return (
    <Screen title={t('Share links')} actions={<Button onClick={() => setMaking(true)}>{t('New link')}</Button>}>
      <Stack gap="md">
        {shares.error && <ProblemNotice problem={shares.error} retry={() => shares.refetch()} />}
        {shares.data?.pagination.total === 0 && <Empty />}
        {shares.data && shares.data.data.length > 0 && (
          <Rows label={t('Share links')}>
            {shares.data.data.map((share) => (
              <ShareRow
                key={share.id}
                share={share}
                onEdit={() => setEdited(share.id)}
                onPhotos={() => setFilled(share)}
                onDelete={() => setAsking(share)}
              />
            ))}
          </Rows>
        )}
        <Pager pagination={shares.data?.pagination} onPage={(page) => navigate({ to: '/shares', search: { page } })} />
      </Stack>
      {making && <Making onClose={() => setMaking(false)} />}
      {filled && <SharePhotos id={filled.id} title={filled.title} onClose={() => setFilled(undefined)} />}
      {edited && <EditShare id={edited} onClose={() => setEdited(undefined)} />}
      <Confirm
        opened={!!asking}
        title={t('Delete the link “{{title}}”?', { title: asking?.title ?? '' })}
        question={t('It leads nowhere then, and the {{count}} picks of its visitors are gone. The photos stay.', {
          count: asking?.pick_count ?? 0,
        })}
        action={t('Delete')}
        onConfirm={() => asking && remove.mutate(asking.id)}
        onClose={() => setAsking(undefined)}
      />
    </Screen>
  )
}

/** Making asks for the photos first, and then what is said of them. */
function Making({ onClose }: { onClose: () => void }) {
  const [photos, setPhotos] = useState<PhotoItem[]>()
  return photos ? (
    <NewShare photos={photos} onClose={onClose} />
  ) : (
    <ChoosePhotos onChosen={setPhotos} onClose={onClose} />
  )
}

function useRemoval() {
  const { t } = useTranslation()
  const client = useQueryClient()
  return useMutation({
    mutationFn: deleteShare,
    onSuccess: () => tell({ message: t('The link is deleted.') }),
    onError: useNotify(),
    onSettled: () => client.invalidateQueries({ queryKey: ['shares'] }),
  })
}

function Empty() {
  const { t } = useTranslation()
  return (
    <Stack py="xl" align="center" gap="xs">
      <Text>{t('No links yet.')}</Text>
      <Text size="sm" c="dimmed" ta="center">
        {t('Choose photos in the library, then “Share…”: whoever has the link sees them, also drafts.')}
      </Text>
      <Button component={Link} to="/" variant="default">
        {t('To the library')}
      </Button>
    </Stack>
  )
}

interface RowProps {
  share: ShareLinkSummary
  onEdit: () => void
  onPhotos: () => void
  onDelete: () => void
}

function ShareRow({ share, onEdit, onPhotos, onDelete }: RowProps) {
  const { t } = useTranslation()
  const name = { title: share.title }
  const address = addressOf(share.url)
  const actions = (
    <>
      <CopyButton size="xs" text={address} label={t('Copy the link')} />
      <Button size="xs" variant="default" onClick={onEdit} aria-label={t('Edit “{{title}}”', name)}>
        {t('Edit')}
      </Button>
      <Button size="xs" variant="default" onClick={onPhotos} aria-label={t('Photos of “{{title}}”', name)}>
        {t('Photos')}
      </Button>
      <Button size="xs" variant="default" onClick={onDelete} aria-label={t('Delete “{{title}}”', name)}>
        {t('Delete')}
      </Button>
    </>
  )
  return (
    <Row actions={actions}>
      <Group gap="xs">
        <Anchor href={address} target="_blank" rel="noopener" fw={600} translate="no" c="inherit">
          {share.title}
        </Anchor>
        {isOver(share.expires_at) && (
          <Badge variant="light" color="gray">
            {t('Ended')}
          </Badge>
        )}
      </Group>
      <Facts share={share} />
    </Row>
  )
}

function Facts({ share }: { share: ShareLinkSummary }) {
  const { t } = useTranslation()
  const { number, time } = useFormat()
  const { photo_count, pick_count, expires_at } = share
  const facts = [
    t('{{count}} photos', { count: photo_count, n: number(photo_count) }),
    share.has_password && t('with a password'),
    share.allow_download && t('downloads'),
    expires_at &&
      (isOver(expires_at)
        ? t('ended {{when}}', { when: time(expires_at) })
        : t('ends {{when}}', { when: time(expires_at) })),
  ]
  return (
    <Text size="sm" c="dimmed">
      {facts.filter(Boolean).join(' · ')}
      {(share.allow_picks || pick_count > 0) && (
        <>
          {' · '}
          <Anchor
            inherit
            underline="always"
            renderRoot={(props) => <Link to="/shares/$id" params={{ id: String(share.id) }} {...props} />}
          >
            {t('{{count}} picks', { count: pick_count, n: number(pick_count) })}
          </Anchor>
        </>
      )}
    </Text>
  )
}
