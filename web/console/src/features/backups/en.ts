export default {
  '{{count}} files, {{size}}_one': '{{n}} file, {{size}}',
  '{{count}} files, {{size}}_other': '{{n}} files, {{size}}',
  '{{count}} of them new, {{size}}_one': '{{n}} of them new, {{size}}',
  '{{count}} of them new, {{size}}_other': '{{n}} of them new, {{size}}',
}
