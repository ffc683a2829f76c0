// The fields that records of the audit log name.
import { useTranslation } from 'react-i18next'
import type { Words } from '../../i18n/words'
import { labels } from '../settings/labels'

const words: Record<string, Words> = {
  ...labels,
  allow_download: 'Visitors may download the originals',
  allow_picks: 'Visitors may mark favourites',
  avatar_url: 'Picture',
  categories: 'Categories',
  color: 'Colour',
  city: 'City',
  country: 'Country',
  cover_photo_id: 'Cover',
  date: 'Day',
  description: 'Description',
  directory: 'Folder',
  display_name: 'Name to be shown',
  email: 'E-mail address',
  error: 'Error',
  expires_at: 'Ends',
  file_id: 'File',
  file_size: 'File size',
  filename: 'File',
  force: 'Also those that are there and up to date',
  formats: 'Pictures',
  icon: 'Icon',
  into: 'Into which tag?',
  is_active: 'Switched on',
  is_featured: 'Featured',
  keep: 'Backups that are kept (0: all)',
  latitude: 'Latitude',
  location: 'Place',
  longitude: 'Longitude',
  metadata: 'Notes',
  name: 'Name',
  original_filename: 'File',
  parent_id: 'In the category',
  password: 'Password',
  photo_ids: 'Photos',
  related_photos: 'Photos',
  role: 'Role',
  seo_description: 'Description for search engines',
  seo_title: 'Title for search engines',
  slug: 'Address on the site',
  sort_order: 'Position',
  status: 'Status',
  tag_group: 'Group',
  tags: 'Tags',
  taken_at: 'Taken',
  title: 'Title',
  type: 'Kind',
  user_id: 'User',
  username: 'Username',
  visibility: 'Visibility',
}

/** useFieldWord returns the word for a field; of one that a later version added its name. */
export function useFieldWord(): (field: string) => string {
  const { t } = useTranslation()
  return (field) => {
    const known = words[field]
    return known ? t(known) : field
  }
}
