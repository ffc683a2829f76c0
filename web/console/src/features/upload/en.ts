export default {
  '{{count}} failed._one': '{{n}} failed.',
  '{{count}} failed._other': '{{n}} failed.',
  '{{count}} files are in the queue already._one': '{{count}} file is in the queue already.',
  '{{count}} new photos._one': '{{n}} new photo.',
  '{{count}} new photos._other': '{{n}} new photos.',
  '{{count}} wait for you to decide._one': '{{n}} waits for you to decide.',
  '{{count}} wait for you to decide._other': '{{n}} wait for you to decide.',
  '{{count}} were not sent._one': '{{n}} was not sent.',
  '{{count}} were not sent._other': '{{n}} were not sent.',
  '{{done}} of {{count}} files done_one': '{{done}} of {{n}} file done',
  '{{done}} of {{count}} files done_other': '{{done}} of {{n}} files done',
}
