import { Button, Group, Notification } from '@mantine/core'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import classes from './Notices.module.css'
import { dismiss, type Shown, useNotices } from './notices'
import { useHeightAs } from './useHeightAs'

/** How long a notice stays, in milliseconds: longer if there is something to decide or understand. */
const stay = { plain: 5_000, weighty: 12_000 }

const colours = { problem: 'red.9', warning: 'yellow.8' } as const

/** Notices shows the present ones, and has screen readers say new ones. */
export function Notices() {
  return (
    <div ref={useHeightAs('--vitrine-notices')} className={classes.stack} role="status" aria-live="polite">
      {useNotices().map((notice) => (
        <One key={notice.id} notice={notice} />
      ))}
    </div>
  )
}

function One({ notice }: { notice: Shown }) {
  const { t } = useTranslation()
  const { id, title, message, tone, action, other, lasting } = notice
  const [held, setHeld] = useState(false)
  const time = tone || action ? stay.weighty : stay.plain
  useEffect(() => {
    if (held || lasting) return
    const timer = setTimeout(() => dismiss(id), time)
    return () => clearTimeout(timer)
  }, [id, held, lasting, time])

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
        <Group gap="xs">
          {[action, other].map(
            (act) =>
              act && (
                <Button
                  key={act.label}
                  size="compact-sm"
                  variant="default"
                  onClick={() => {
                    dismiss(id)
                    act.run()
                  }}
                >
                  {act.label}
                </Button>
              ),
          )}
        </Group>
      </div>
    </Notification>
  )
}
