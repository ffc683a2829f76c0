// Short names of the settings, and of their groups. The order here is that of the screen.
import type { Words } from '../../i18n/words'
import type { Group, Key } from './setting'

export const groupLabels: Record<Group, Words> = {
  general: 'Site',
  display: 'Appearance',
  upload: 'Uploads',
  image: 'Pictures',
}

export const labels: Record<Key, Words> = {
  site_title: 'Site title',
  site_author: 'Photographer',
  site_email: 'Contact address',
  site_description: 'Site description',
  site_keywords: 'Keywords',
  display_look: 'Look',
  display_theme_primary_color: 'Main colour',
  display_theme_secondary_color: 'Accent colour',
  display_photos_per_page: 'Photos per page',
  display_thumbnail_size: 'Thumbnail size',
  display_enable_dark_mode: 'Dark mode',
  display_enable_animations: 'Animations',
  display_slideshow_seconds: 'Seconds of a slide',
  display_show_exif: 'Show camera data',
  display_show_location: 'Show places',
  display_allow_original_download: 'Original downloads',
  display_license_url: 'Licence address',
  upload_max_file_size: 'Largest file',
  upload_max_files_per_batch: 'Files per upload',
  upload_allowed_types: 'File types',
  upload_auto_publish: 'Publish at once',
  upload_generate_thumbnails: 'Make pictures at once',
  image_quality_jpg: 'JPEG quality',
  image_quality_webp: 'WebP quality',
  image_max_width: 'Greatest width',
  image_max_height: 'Greatest height',
  image_watermark_enabled: 'Watermark',
  image_avif_enabled: 'AVIF pictures',
}

export const order = Object.keys(labels)
