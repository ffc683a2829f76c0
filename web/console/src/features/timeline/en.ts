export default {
  'Its {{count}} photos stay in the library. This cannot be undone._one':
    'Its {{n}} photo stays in the library. This cannot be undone.',
  'Its {{count}} photos stay in the library. This cannot be undone._other':
    'Its {{n}} photos stay in the library. This cannot be undone.',
}
