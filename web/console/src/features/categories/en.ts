export default {
  'Its {{count}} photos stay in the library, without this category._one':
    'Its {{n}} photo stays in the library, without this category.',
  'Its {{count}} photos stay in the library, without this category._other':
    'Its {{n}} photos stay in the library, without this category.',
}
