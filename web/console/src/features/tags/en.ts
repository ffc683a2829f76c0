export default {
  '{{count}} photos with “{{name}}” get “{{into}}”._one': '{{n}} photo with “{{name}}” gets “{{into}}”.',
  '{{count}} photos with “{{name}}” get “{{into}}”._other': '{{n}} photos with “{{name}}” get “{{into}}”.',
  '{{count}} tags are deleted. This cannot be undone._one': 'One tag is deleted. This cannot be undone.',
  '{{count}} tags deleted_one': '{{n}} tag deleted',
  '{{count}} tags deleted_other': '{{n}} tags deleted',
  '{{count}} tags merged into “{{name}}”_one': 'One tag merged into “{{name}}”',
  '{{name}} ({{count}} photos)_one': '{{name}} ({{n}} photo)',
  '{{name}} ({{count}} photos)_other': '{{name}} ({{n}} photos)',
  '{{name}}: {{count}} photos lose it_one': '{{name}}: {{n}} photo loses it',
  '{{name}}: {{count}} photos lose it_other': '{{name}}: {{n}} photos lose it',
  'Delete {{count}} tags?_other': 'Delete {{n}} tags?',
}
