export default {
  '{{count}} entries are dropped. The site is a little slower until they are asked for again._one':
    '{{count}} entry is dropped. The site is a little slower until it is asked for again.',
  '{{count}} entries dropped_one': '{{count}} entry dropped',
  '{{count}} entries ready_one': '{{count}} entry ready',
  '{{count}} ready_one': '{{n}} ready',
  '{{count}} ready_other': '{{n}} ready',
}
