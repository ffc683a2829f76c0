export default {
  'First time here? The service printed the name and the password of the first user when it first started. If they are lost, run “vitrine user passwd admin” where it runs.':
    '第一次使用？服务首次启动时会打印首个用户的用户名和密码。如果遗失，请在服务所在的机器上运行 “vitrine user passwd admin”。',
  Password: '密码',
  'Show what is typed': '显示输入的内容',
  'Sign in': '登录',
  'Sign in again': '重新登录',
  'Sign out and lose what is not saved': '退出登录，放弃未保存的内容',
  'This connection is not encrypted. Use https outside your own network.':
    '此连接未加密。在自己的网络之外请使用 https。',
  Username: '用户名',
  'Your session has ended. The screen is kept as it was, with all that you have typed.':
    '您的会话已结束。页面保持原样，您输入的内容都还在。',
}
