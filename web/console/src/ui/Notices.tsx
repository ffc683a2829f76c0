import { Button, Notification } from '@mantine/core'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import classes from './Notices.module.css'
import { dismiss, type Shown, useNotices } from './notices'

/** How long a notice stays, in milliseconds: longer if there is something to decide or understand. */
const stay = { plain: 5_000, weighty: 12_000 }

const colours = { problem: 'red.9', warning: 'yellow.8' } as const

/** Notices shows the present ones, and has screen readers say new ones. */
export function Notices() {
  return (
    <div className={classes.stack} role="status" aria-live="polite">
      {useNotices().map((notice) => (
        <One key={notice.id} notice={notice} />
      ))}
    </div>
  )
}

function One({ notice }: { notice: Shown }) {
  const { t } = useTranslation()
  const { id, title, message, tone, action } = notice
  const [held, setHeld] = useState(false)
  const time = tone || action ? stay.weighty : stay.plain
  useEffect(() => {
    if (held) return
    const timer = setTimeout(() => dismiss(id), time)
    return () => clearTimeout(timer)
  }, [id, held, time])

  const act = () => {
    dismiss(id)
    action?.run()
  }
  return (
    <Notification
      withBorder
      title={title}
      color={tone && colours[tone]}
      closeButtonProps={{ 'aria-label': t('Close') }}
      onClose={() => dismiss(id)}
      onMouseEnter={() => setHeld(true)}
      onMouseLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      <div className={classes.body}>
        <span>{message}</span>
        {action && (
          <Button size="compact-sm" variant="default" onClick={act}>
            {action.label}
          </Button>
        )}
      </div>
    </Notification>
  )
}
