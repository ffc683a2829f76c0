import { Anchor } from '@mantine/core'
import { Link, useNavigate } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../i18n/format'
import { tell } from '../../ui/notices'
import type { Item } from './engine/item'
import { useUploads } from './useUploads'

/** UploadSign tells on every screen how much of a queue is left, or for what it waits. */
export function UploadSign({ onScreen }: { onScreen: boolean }) {
  const { t } = useTranslation()
  const { number } = useFormat()
  const { view } = useUploads()
  const { left, missing, failed, asked } = countedOf(view.items)
  useTellOfMissing(onScreen ? 0 : missing)
  const count = left || missing || failed || asked
  if (count === 0) return null
  const n = { n: number(count) }
  const text = left
    ? t('Upload · {{n}} left', n)
    : missing
      ? t('Upload · {{n}} to choose again', n)
      : failed
        ? t('Upload · {{n}} failed', n)
        : t('Upload · {{n}} to decide', n)
  return (
    <Anchor renderRoot={(props) => <Link to="/upload" {...props} />} size="sm" underline="always" lh={1.2}>
      {text}
    </Anchor>
  )
}

const moving = new Set(['waiting', 'checking', 'sending', 'sent', 'processing', 'paused'])

function countedOf(items: readonly Item[]) {
  const counted = { left: 0, missing: 0, failed: 0, asked: 0 }
  for (const { stage, file } of items) {
    if (moving.has(stage)) counted.left++
    else if (stage === 'failed') counted.failed++
    else if (stage === 'absent' || (stage === 'changed' && !file)) counted.missing++
    else if (stage === 'known' || stage === 'changed') counted.asked++
  }
  return counted
}

/** useTellOfMissing says once that files must be chosen again. */
function useTellOfMissing(count: number) {
  const { t } = useTranslation()
  const { number } = useFormat()
  const navigate = useNavigate()
  const told = useRef(false)
  useEffect(() => {
    if (count === 0 || told.current) return
    told.current = true
    tell({
      tone: 'warning',
      message: t('Files of your upload must be chosen again to go on: {{n}}.', { n: number(count) }),
      action: { label: t('Upload'), run: () => navigate({ to: '/upload' }) },
    })
  }, [count, t, number, navigate])
}
