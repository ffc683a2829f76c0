export default {
  '{{count}} photos deleted for good_one': '{{n}} photo deleted for good',
  '{{count}} photos deleted for good_other': '{{n}} photos deleted for good',
  '{{count}} photos restored_one': '{{n}} photo restored',
  '{{count}} photos restored_other': '{{n}} photos restored',
  'Delete {{count}} photos for good?_one': 'Delete {{count}} photo for good?',
}
