export default {
  'Delete {{count}} photos for good?_one': 'Delete {{count}} photo for good?',
}
