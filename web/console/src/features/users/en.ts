export default {
  '{{count}} sessions ended_one': '{{count}} session ended',
  'All {{count}} sessions end at once. Signing in again stays possible while the account is active._one':
    'The one session ends at once. Signing in again stays possible while the account is active.',
}
