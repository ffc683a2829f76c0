export default {
  Colours: '配色',
  Dark: '深色',
  'It goes on by itself in {{seconds}} s.': '{{seconds}} 秒后自动继续。',
  Language: '语言',
  Light: '浅色',
  Loading: '正在加载',
  Menu: '菜单',
  'Sign out': '退出登录',
  'Skip to the content': '跳到主要内容',
  System: '跟随系统',
  'To the site': '前往网站',
  'What you see may be old. Changes are sent when the connection is back.':
    '您看到的内容可能不是最新的。连接恢复后会自动提交更改。',
  'You are offline.': '您已离线。',
  'Your account': '您的账户',
}
