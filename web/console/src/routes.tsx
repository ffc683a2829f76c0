// The table of screens: address, what it needs, where its code is. Each is a chunk
// of its own, loaded when it is first shown, and so are the words of all but the first.
import { createRootRoute, createRoute, createRouter, lazyRouteComponent } from '@tanstack/react-router'
import { arrived } from './api/reach'
import { readAuditFilter } from './features/audit/filter'
import { readLook } from './features/dashboard/period'
import { readPlace } from './features/editor/place'
import { readFilter } from './features/photos/filter'
import { readBy } from './features/shares/by'
import { readTagList } from './features/tags/list'
import { readYear } from './features/timeline/years'
import { readUserFilter } from './features/users/filter'
import { readDeliveryFilter } from './features/webhooks/filter'
import { allWords } from './i18n/words'
import { NotFound } from './shell/NotFound'
import { readPage } from './shell/page'
import { ScreenFailed } from './shell/ScreenFailed'
import { Shell } from './shell/Shell'

/** screen loads the code of a screen, and with it the words of all that are not the first. */
function screen<T>(load: () => Promise<T>): () => Promise<T> {
  return async () => {
    const [code] = await Promise.all([arrived(load), allWords()])
    return code
  }
}

const root = createRootRoute({ component: Shell, notFoundComponent: NotFound })
const parent = { getParentRoute: () => root }
/** Any other word than a number is the address of nothing. */
const numbered = <P extends object>(params: P) => Object.values(params).every((id) => /^\d{1,15}$/.test(id)) && params

const screens = root.addChildren([
  createRoute({
    ...parent,
    path: '/',
    validateSearch: readFilter,
    staticData: { permission: 'photo.update' },
    component: lazyRouteComponent(() => arrived(() => import('./features/photos/LibraryScreen')), 'LibraryScreen'),
  }),
  createRoute({
    ...parent,
    path: '/photos/$id',
    params: { parse: numbered },
    validateSearch: readPlace,
    staticData: { permission: 'photo.update' },
    component: lazyRouteComponent(
      screen(() => import('./features/editor/EditorScreen')),
      'EditorScreen',
    ),
  }),
  createRoute({
    ...parent,
    path: '/upload',
    staticData: { permission: 'photo.create' },
    component: lazyRouteComponent(
      screen(() => import('./features/upload/UploadScreen')),
      'UploadScreen',
    ),
  }),
  createRoute({
    ...parent,
    path: '/dashboard',
    validateSearch: readLook,
    staticData: { permission: 'settings.read' },
    component: lazyRouteComponent(
      screen(() => import('./features/dashboard/DashboardScreen')),
      'DashboardScreen',
    ),
  }),
  createRoute({
    ...parent,
    path: '/trash',
    staticData: { permission: 'photo.delete' },
    component: lazyRouteComponent(
      screen(() => import('./features/trash/TrashScreen')),
      'TrashScreen',
    ),
  }),
  createRoute({
    ...parent,
    path: '/categories',
    staticData: { permission: 'category.update' },
    component: lazyRouteComponent(
      screen(() => import('./features/categories/CategoriesScreen')),
      'CategoriesScreen',
    ),
  }),
  createRoute({
    ...parent,
    path: '/tags',
    validateSearch: readTagList,
    staticData: { permission: 'tag.create' },
    component: lazyRouteComponent(
      screen(() => import('./features/tags/TagsScreen')),
      'TagsScreen',
    ),
  }),
  createRoute({
    ...parent,
    path: '/timeline',
    validateSearch: readYear,
    staticData: { permission: 'photo.update' },
    component: lazyRouteComponent(
      screen(() => import('./features/timeline/TimelineScreen')),
      'TimelineScreen',
    ),
  }),
  createRoute({
    ...parent,
    path: '/settings',
    staticData: { permission: 'settings.update' },
    component: lazyRouteComponent(
      screen(() => import('./features/settings/SettingsScreen')),
      'SettingsScreen',
    ),
  }),
  createRoute({
    ...parent,
    path: '/shares',
    validateSearch: readPage,
    staticData: { permission: 'photo.update' },
    component: lazyRouteComponent(
      screen(() => import('./features/shares/SharesScreen')),
      'SharesScreen',
    ),
  }),
  createRoute({
    ...parent,
    path: '/shares/$id',
    params: { parse: numbered },
    validateSearch: readBy,
    staticData: { permission: 'photo.update' },
    component: lazyRouteComponent(
      screen(() => import('./features/shares/PicksScreen')),
      'PicksScreen',
    ),
  }),
  createRoute({
    ...parent,
    path: '/users',
    validateSearch: readUserFilter,
    staticData: { permission: 'user.read' },
    component: lazyRouteComponent(
      screen(() => import('./features/users/UsersScreen')),
      'UsersScreen',
    ),
  }),
  createRoute({
    ...parent,
    path: '/cache',
    staticData: { permission: 'settings.read' },
    component: lazyRouteComponent(
      screen(() => import('./features/cache/CacheScreen')),
      'CacheScreen',
    ),
  }),
  createRoute({
    ...parent,
    path: '/backups',
    validateSearch: readPage,
    staticData: { permission: 'system.backup' },
    component: lazyRouteComponent(
      screen(() => import('./features/backups/BackupsScreen')),
      'BackupsScreen',
    ),
  }),
  createRoute({
    ...parent,
    path: '/audit',
    validateSearch: readAuditFilter,
    staticData: { permission: 'system.read' },
    component: lazyRouteComponent(
      screen(() => import('./features/audit/AuditScreen')),
      'AuditScreen',
    ),
  }),
  createRoute({
    ...parent,
    path: '/webhooks',
    validateSearch: readPage,
    staticData: { permission: 'webhook.read' },
    component: lazyRouteComponent(
      screen(() => import('./features/webhooks/WebhooksScreen')),
      'WebhooksScreen',
    ),
  }),
  createRoute({
    ...parent,
    path: '/webhooks/$id',
    params: { parse: numbered },
    validateSearch: readDeliveryFilter,
    staticData: { permission: 'webhook.read' },
    component: lazyRouteComponent(
      screen(() => import('./features/webhooks/DeliveriesScreen')),
      'DeliveriesScreen',
    ),
  }),
  createRoute({
    ...parent,
    path: '/account',
    component: lazyRouteComponent(
      screen(() => import('./features/account/AccountScreen')),
      'AccountScreen',
    ),
  }),
])

export const router = createRouter({
  routeTree: screens,
  basepath: '/admin',
  // What no screen knows, such as a status that there is not, asks the API for nothing.
  search: { strict: true },
  defaultPreload: 'intent',
  defaultErrorComponent: ScreenFailed,
  scrollRestoration: true,
})

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The place of a photo in the list that one comes back to, from 0. */
    from?: number
  }
  interface Register {
    router: typeof router
  }
}
