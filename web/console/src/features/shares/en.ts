export default {
  '{{count}} picks_one': '{{n}} pick',
  '{{count}} picks_other': '{{n}} picks',
  'It leads nowhere then, and the {{count}} picks of its visitors are gone. The photos stay._one':
    'It leads nowhere then, and the {{count}} pick of its visitors is gone. The photos stay.',
  'Share {{count}} photos_one': 'Share {{count}} photo',
}
