export default {
  '{{count}} photos deleted for good_one': '{{count}} photo deleted for good',
  '{{count}} photos restored_one': '{{count}} photo restored',
  'Delete {{count}} photos for good?_one': 'Delete {{count}} photo for good?',
}
