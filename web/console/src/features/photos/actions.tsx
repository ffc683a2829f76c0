import { Button, Menu } from '@mantine/core'
import { IconChevronUp } from '@tabler/icons-react'
import { Fragment, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import classes from './ChoiceBar.module.css'

/** Something that can be done with what is chosen: by itself, or in one of several ways. */
export type Action = { label: string; icon?: ReactNode; disabled?: boolean } & (
  | { run: () => void; ways?: undefined }
  | { ways: { label: string; run: () => void }[] }
)

interface ButtonProps {
  action: Action
  first: boolean
  busy?: boolean
}

/** ActionButton is an action of which there is room for a button. */
export function ActionButton({ action, first, busy }: ButtonProps) {
  const { label, icon, disabled, ways } = action
  const look = { variant: first ? 'filled' : 'default', size: 'sm', flex: 'none', disabled: disabled || busy } as const
  if (!ways) {
    return (
      <Button {...look} leftSection={icon} onClick={action.run}>
        {label}
      </Button>
    )
  }
  return (
    <Menu position="top-start">
      <Menu.Target>
        <Button {...look} variant="default" rightSection={<IconChevronUp size={16} aria-hidden />}>
          {label}
        </Button>
      </Menu.Target>
      <Menu.Dropdown className={classes.menu}>
        {ways.map((way) => (
          <Menu.Item key={way.label} onClick={way.run}>
            {way.label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}

/** MoreMenu is the actions for which there is no room. */
export function MoreMenu({ actions, busy }: { actions: Action[]; busy?: boolean }) {
  const { t } = useTranslation()
  return (
    <Menu position="top-end">
      <Menu.Target>
        <Button
          variant="default"
          size="sm"
          flex="none"
          disabled={busy}
          rightSection={<IconChevronUp size={16} aria-hidden />}
        >
          {t('More')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown className={classes.menu}>
        {actions.map((action) => (
          <Fragment key={action.label}>
            {action.ways ? (
              <Ways label={action.label} ways={action.ways} />
            ) : (
              <Menu.Item leftSection={action.icon} disabled={action.disabled} onClick={action.run}>
                {action.label}
              </Menu.Item>
            )}
          </Fragment>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}

function Ways({ label, ways }: { label: string; ways: { label: string; run: () => void }[] }) {
  return (
    <>
      <Menu.Label>{label}</Menu.Label>
      {ways.map((way) => (
        <Menu.Item key={way.label} onClick={way.run}>
          {way.label}
        </Menu.Item>
      ))}
      <Menu.Divider />
    </>
  )
}
