import { AppShell, Burger, Divider, Group, NavLink, Stack, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconLogout, IconUser } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link, Outlet, useRouterState } from '@tanstack/react-router'
import { lazy, Suspense, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { session } from '../session/session'
import { profileQuery, useMay } from '../session/useProfile'
import { useSession } from '../session/useSession'
import { ProblemNotice } from '../ui/ProblemNotice'
import { useNotify } from '../ui/problem'
import { hasUnsaved } from '../ui/unsaved'
import { Connection } from './Connection'
import { LanguageChoice } from './LanguageChoice'
import { type Entry, navigation } from './navigation'
import { Permitted } from './Permitted'
import { SchemeChoice } from './SchemeChoice'
import classes from './Shell.module.css'

// Dialogs come when there is something to ask.
const Confirm = lazy(async () => ({ default: (await import('../ui/Confirm')).Confirm }))

/** Shell is what stands around every screen. */
export function Shell() {
  const { t } = useTranslation()
  const [opened, { toggle, close }] = useDisclosure()
  const path = useRouterState({ select: (state) => state.location.pathname })
  const profile = useQuery(profileQuery)
  const user = useSession()?.user
  // biome-ignore lint/correctness/useExhaustiveDependencies: the menu closes when the address changes
  useEffect(close, [path, close])

  return (
    <AppShell
      header={{ height: 52 }}
      navbar={{ width: 220, breakpoint: 'sm', collapsed: { mobile: !opened } }}
      padding="md"
    >
      <a href="#content" className={classes.skip}>
        {t('Skip to the content')}
      </a>
      <AppShell.Header>
        <Group h="100%" px="md" justify="space-between" wrap="nowrap">
          <Group gap="xs" wrap="nowrap">
            <Burger
              opened={opened}
              onClick={toggle}
              hiddenFrom="sm"
              size="sm"
              aria-label={t('Menu')}
              aria-expanded={opened}
            />
            <Text component="a" href="/" fw={600} c="inherit" td="none" title={t('To the site')}>
              Vitrine
            </Text>
          </Group>
          <Text size="sm" c="dimmed" truncate>
            {user?.display_name || user?.username}
          </Text>
        </Group>
      </AppShell.Header>
      <AppShell.Navbar aria-label={t('Menu')}>
        <AppShell.Section grow p="xs" className={classes.menu}>
          <Menu />
        </AppShell.Section>
        <AppShell.Section p="xs">
          <Account />
          <Divider my="xs" />
          <Stack gap="xs" align="flex-start">
            <SchemeChoice />
            <LanguageChoice />
          </Stack>
        </AppShell.Section>
      </AppShell.Navbar>
      <AppShell.Main id="content" tabIndex={-1} className={classes.main}>
        <Connection />
        {profile.isError ? (
          <ProblemNotice problem={profile.error} retry={() => profile.refetch()} />
        ) : (
          <Permitted>
            <Outlet />
          </Permitted>
        )}
      </AppShell.Main>
    </AppShell>
  )
}

function Menu() {
  const may = useMay()
  const groups = navigation
    .map((group) => group.filter((entry) => may(entry.permission)))
    .filter((group) => group.length > 0)
  return groups.map((group, i) => (
    <div key={group[0]?.to}>
      {i > 0 && <Divider my="xs" />}
      {group.map((entry) => (
        <MenuLink key={entry.to} {...entry} />
      ))}
    </div>
  ))
}

function MenuLink({ to, label, icon: Icon }: Pick<Entry, 'to' | 'label' | 'icon'>) {
  const { t } = useTranslation()
  return (
    <NavLink
      label={t(label)}
      leftSection={<Icon size={18} stroke={1.6} aria-hidden />}
      className={classes.entry}
      renderRoot={(props) => (
        <Link
          to={to}
          activeOptions={{ exact: to === '/', includeSearch: false }}
          activeProps={{ 'data-active': true }}
          {...props}
        />
      )}
    />
  )
}

function Account() {
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
      <MenuLink to="/account" label="Your account" icon={IconUser} />
      <NavLink
        component="button"
        label={t('Sign out')}
        leftSection={<IconLogout size={18} stroke={1.6} aria-hidden />}
        className={classes.entry}
        onClick={() => (hasUnsaved() ? setAsking(true) : signOut())}
      />
    </>
  )
}
