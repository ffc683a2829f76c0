export default {
  '{{count}} chosen_one': '{{n}} chosen',
  '{{count}} chosen_other': '{{n}} chosen',
  '{{count}} could not be changed_one': '{{count}} could not be changed',
  '{{count}} photos changed_one': '{{count}} photo changed',
  '{{count}} photos moved to the trash_one': '{{count}} photo moved to the trash',
  '{{count}} photos_one': '{{n}} photo',
  '{{count}} photos_other': '{{n}} photos',
  'Categories of {{count}} photos_one': 'Categories of {{count}} photo',
  'Delete {{count}} photos?_one': 'Delete {{count}} photo?',
  'Tags of {{count}} photos_one': 'Tags of {{count}} photo',
}
