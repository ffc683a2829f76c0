import { UnstyledButton } from '@mantine/core'
import { IconLogout, IconUser } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { session } from '../session/session'
import { useMay } from '../session/useProfile'
import { part } from '../ui/part'
import { useNotify } from '../ui/problem'
import { hasUnsaved } from '../ui/unsaved'
import { LanguageChoice } from './LanguageChoice'
import classes from './Menu.module.css'
import { type Entry, navigation } from './navigation'
import { SchemeChoice } from './SchemeChoice'

// Dialogs come when there is something to ask.
const Confirm = part(async () => (await import('../ui/Confirm')).Confirm)

interface Props {
  /** Somebody chose where to go, though it may be where they are. */
  onChoice: () => void
}

/** Menu leads to the screens, and has what belongs to none of them. */
export function Menu({ onChoice }: Props) {
  const may = useMay()
  const groups = navigation
    .map((group) => group.filter((entry) => may(entry.permission)))
    .filter((group) => group.length > 0)
  return (
    <>
      <div className={classes.screens}>
        {groups.map((group) => (
          <div key={group[0]?.to} className={classes.group}>
            {group.map((entry) => (
              <MenuLink key={entry.to} {...entry} onChoice={onChoice} />
            ))}
          </div>
        ))}
      </div>
      <div>
        <MenuLink to="/account" label="Your account" icon={IconUser} onChoice={onChoice} />
        <SignOut />
        <div className={classes.choices}>
          <SchemeChoice />
          <LanguageChoice />
        </div>
      </div>
    </>
  )
}

function MenuLink({ to, label, icon: Icon, onChoice }: Pick<Entry, 'to' | 'label' | 'icon'> & Props) {
  const { t } = useTranslation()
  return (
    <Link
      to={to}
      className={classes.entry}
      activeOptions={{ exact: to === '/', includeSearch: false }}
      onClick={onChoice}
    >
      <Icon size={18} stroke={1.6} aria-hidden />
      {t(label)}
    </Link>
  )
}

function SignOut() {
  const { t } = useTranslation()
  const notify = useNotify()
  const [asking, setAsking] = useState(false)
  const signOut = () => session.signOut().catch(notify)
  return (
    <>
      {asking && (
        <Suspense>
          <Confirm
            opened
            title={t('Leave without saving?')}
            question={t('What you changed here is not saved yet.')}
            action={t('Sign out')}
            onConfirm={signOut}
            onClose={() => setAsking(false)}
          />
        </Suspense>
      )}
      <UnstyledButton className={classes.entry} onClick={() => (hasUnsaved() ? setAsking(true) : signOut())}>
        <IconLogout size={18} stroke={1.6} aria-hidden />
        {t('Sign out')}
      </UnstyledButton>
    </>
  )
}
