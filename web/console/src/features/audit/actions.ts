// What can be done here, in words, by the kind of thing that it is done to.
import type { Words } from '../../i18n/words'

interface Kind {
  name: Words
  /** What they say of whoever did it, with the place of the thing's name. */
  actions: Record<string, Words>
}

export const kinds: Record<string, Kind> = {
  photo: {
    name: 'Photos',
    actions: {
      'photo.create': 'made the photo {{what}}',
      'photo.update': 'changed the photo {{what}}',
      'photo.delete': 'moved the photo {{what}} to the trash',
      'photo.restore': 'brought the photo {{what}} back from the trash',
      'photo.purge': 'deleted the photo {{what}} for good',
    },
  },
  upload: {
    name: 'Files',
    actions: {
      'upload.create': 'uploaded the file {{what}}',
      'upload.reprocess': 'had the pictures of a file made again',
      'upload.delete': 'deleted the file {{what}}',
    },
  },
  chunked_upload: {
    name: 'Uploads in parts',
    actions: {
      'chunked_upload.create': 'began to upload the file {{what}}',
      'chunked_upload.delete': 'gave up an upload',
    },
  },
  category: {
    name: 'Categories',
    actions: {
      'category.create': 'made the category {{what}}',
      'category.update': 'changed the category {{what}}',
      'category.delete': 'deleted the category {{what}}',
      'category.assign': 'put photos into the category {{what}}',
      'category.unassign': 'took photos out of the category {{what}}',
    },
  },
  tag: {
    name: 'Tags',
    actions: {
      'tag.create': 'made the tag {{what}}',
      'tag.update': 'changed the tag {{what}}',
      'tag.merge': 'merged the tag {{what}} into another',
      'tag.delete': 'deleted the tag {{what}}',
    },
  },
  timeline_event: {
    name: 'Timeline',
    actions: {
      'timeline_event.create': 'made the event {{what}}',
      'timeline_event.update': 'changed the event {{what}}',
      'timeline_event.delete': 'deleted the event {{what}}',
    },
  },
  share: {
    name: 'Share links',
    actions: {
      'share.create': 'made the share link {{what}}',
      'share.update': 'changed the share link {{what}}',
      'share.delete': 'deleted the share link {{what}}',
    },
  },
  settings: {
    name: 'Settings',
    actions: { 'settings.update': 'changed the settings', 'settings.reset': 'reset the settings' },
  },
  user: {
    name: 'Users',
    actions: {
      'user.create': 'added the user {{what}}',
      'user.register': 'registered as the user {{what}}',
      'user.update': 'changed the user {{what}}',
      'user.password': 'changed the password of the user {{what}}',
      'user.delete': 'deleted the user {{what}}',
      'user.login_refused': 'tried in vain to sign in as {{what}}',
    },
  },
  session: {
    name: 'Sessions',
    actions: {
      'user.login': 'signed in',
      'user.logout': 'signed out',
      'session.end': 'ended a session of the user {{what}}',
      'session.reuse': 'used a sign-in token twice, which ended the session',
    },
  },
  webhook: {
    name: 'Webhooks',
    actions: {
      'webhook.create': 'made the webhook {{what}}',
      'webhook.update': 'changed the webhook {{what}}',
      'webhook.rotate_secret': 'made a new secret for the webhook {{what}}',
      'webhook.test': 'sent a test to the webhook {{what}}',
      'webhook.redeliver': 'sent a message to the webhook {{what}} again',
      'webhook.switch_off': 'switched off the failing webhook {{what}}',
      'webhook.delete': 'deleted the webhook {{what}}',
    },
  },
  backup: {
    name: 'Backups',
    actions: { 'backup.begin': 'began the backup {{what}}', 'backup.end': 'ended the backup {{what}}' },
  },
}

const words: Record<string, Words> = Object.assign({}, ...Object.values(kinds).map(({ actions }) => actions))

/** wordsOf returns what says an action; nothing for one that a later version added. */
export function wordsOf(action: string): Words | undefined {
  return words[action]
}
