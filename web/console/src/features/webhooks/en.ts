export default {
  '{{count}} attempts_one': '{{n}} attempt',
  '{{count}} attempts_other': '{{n}} attempts',
}
