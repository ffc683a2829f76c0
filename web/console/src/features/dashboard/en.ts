export default {
  '{{count}} drafts are not published yet._one': '{{n}} draft is not published yet.',
  '{{count}} drafts are not published yet._other': '{{n}} drafts are not published yet.',
  '{{count}} likes_one': '{{n}} like',
  '{{count}} likes_other': '{{n}} likes',
  '{{count}} new_one': '{{n}} new',
  '{{count}} new_other': '{{n}} new',
  '{{count}} of the newest photos have a file that cannot be read:_one':
    '{{count}} of the newest photos has a file that cannot be read:',
  '{{count}} photos wait for their pictures._one': '{{count}} photo waits for its pictures.',
  '{{count}} tags_one': '{{n}} tag',
  '{{count}} tags_other': '{{n}} tags',
  '{{count}} views_one': '{{n}} view',
  '{{count}} views_other': '{{n}} views',
  '{{type}}: {{count}} files, {{size}}_one': '{{type}}: {{count}} file, {{size}}',
}
