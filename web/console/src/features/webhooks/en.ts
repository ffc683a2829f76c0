export default {
  '{{count}} attempts_one': '{{n}} attempt',
  '{{count}} attempts_other': '{{n}} attempts',
  '{{count}} are being sent again._one': '{{n}} is being sent again.',
  '{{count}} are being sent again._other': '{{n}} are being sent again.',
  '{{count}} deliveries_one': '{{n}} delivery',
  '{{count}} deliveries_other': '{{n}} deliveries',
}
