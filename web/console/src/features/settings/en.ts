// The API's sentences name the units that it counts in; fields here have their own.
export default {
  '{{count}} settings are not accepted_one': '{{count}} setting is not accepted',
  'Greatest height of the jpg format, in pixels.': 'Greatest height of the JPEG pictures.',
  'Greatest width of the jpg format, in pixels.': 'Greatest width of the JPEG pictures.',
  'Largest file accepted, in bytes.': 'Largest file accepted.',
  'Longest side of thumb_medium, in pixels.': 'Longest side of the medium thumbnail.',
  'MIME types accepted. The content decides, not the name.': 'What is accepted. The content decides, not the name.',
  off: 'Off',
  on: 'On',
  'Reset {{count}} settings?_one': 'Reset {{count}} setting?',
}
