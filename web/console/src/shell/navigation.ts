// The table of what the menu leads to, in groups: one row for each screen that has
// an entry of its own. Who lacks the permission does not see the row.
import {
  type Icon,
  IconArchive,
  IconBolt,
  IconChartAreaLine,
  IconFolders,
  IconHistory,
  IconLink,
  IconPhoto,
  IconSettings,
  IconTags,
  IconTimeline,
  IconTrash,
  IconUpload,
  IconUsers,
  IconWebhook,
} from '@tabler/icons-react'
import type { LinkProps } from '@tanstack/react-router'
import type { Words } from '../i18n/words'

export interface Entry {
  to: LinkProps['to']
  label: Words
  icon: Icon
  permission: string
}

export const navigation: Entry[][] = [
  [
    { to: '/', label: 'Photos', icon: IconPhoto, permission: 'photo.update' },
    { to: '/upload', label: 'Upload', icon: IconUpload, permission: 'photo.create' },
    { to: '/dashboard', label: 'Dashboard', icon: IconChartAreaLine, permission: 'settings.read' },
    { to: '/shares', label: 'Share links', icon: IconLink, permission: 'photo.update' },
    { to: '/trash', label: 'Trash', icon: IconTrash, permission: 'photo.delete' },
  ],
  [
    { to: '/categories', label: 'Categories', icon: IconFolders, permission: 'category.update' },
    { to: '/tags', label: 'Tags', icon: IconTags, permission: 'tag.create' },
    { to: '/timeline', label: 'Timeline', icon: IconTimeline, permission: 'photo.update' },
  ],
  [
    { to: '/settings', label: 'Settings', icon: IconSettings, permission: 'settings.update' },
    { to: '/users', label: 'Users', icon: IconUsers, permission: 'user.read' },
    { to: '/webhooks', label: 'Webhooks', icon: IconWebhook, permission: 'webhook.read' },
    { to: '/cache', label: 'Cache', icon: IconBolt, permission: 'settings.read' },
    { to: '/backups', label: 'Backups', icon: IconArchive, permission: 'system.backup' },
    { to: '/audit', label: 'Audit log', icon: IconHistory, permission: 'system.read' },
  ],
]
