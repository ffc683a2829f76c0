import { Burger, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Outlet } from '@tanstack/react-router'
import { Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { profileQuery } from '../session/useProfile'
import { useSession } from '../session/useSession'
import { ProblemNotice } from '../ui/ProblemNotice'
import { part } from '../ui/part'
import { Connection } from './Connection'
import { Menu } from './Menu'
import { Permitted } from './Permitted'
import classes from './Shell.module.css'
import { useArrival } from './useArrival'
import { useMenu } from './useMenu'

// What is told of uploads on every screen comes after the screen.
const Attendant = part(async () => (await import('../features/upload/Attendant')).Attendant)

/** Shell is what stands around every screen. */
export function Shell() {
  const { t } = useTranslation()
  const profile = useQuery(profileQuery)
  const user = useSession()?.user
  const menu = useMenu()
  useArrival()

  return (
    <>
      <a href="#content" className={classes.skip}>
        {t('Skip to the content')}
      </a>
      <header className={classes.header}>
        <Burger
          ref={menu.button}
          opened={menu.opened}
          onClick={menu.toggle}
          className={classes.burger}
          size="sm"
          aria-label={t('Menu')}
          aria-expanded={menu.opened}
        />
        <Text component="a" href="/" fw={600} c="inherit" td="none" title={t('To the site')}>
          Vitrine
        </Text>
        <Suspense>
          <Attendant />
        </Suspense>
        <Text size="sm" c="dimmed" truncate className={classes.user}>
          {user?.display_name || user?.username}
        </Text>
      </header>
      <nav aria-label={t('Menu')} className={classes.menu} data-opened={menu.opened || undefined}>
        <Menu onChoice={menu.close} />
      </nav>
      <main id="content" tabIndex={-1} className={classes.main} inert={menu.opened}>
        <Connection />
        {profile.isError ? (
          <ProblemNotice problem={profile.error} retry={() => profile.refetch()} />
        ) : (
          <Permitted>
            <Outlet />
          </Permitted>
        )}
      </main>
    </>
  )
}
