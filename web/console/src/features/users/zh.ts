export default {
  '{{count}} sessions ended': '已结束 {{count}} 个登录会话',
  Account: '账户',
  Active: '已启用',
  'Active or not': '所有账户状态',
  'Add the user': '添加用户',
  'All sessions end. Photos and uploads stay. This cannot be undone.':
    '所有登录会话将结束。照片和上传内容会保留。此操作无法撤销。',
  'All {{count}} sessions end at once. Signing in again stays possible while the account is active.':
    '全部 {{count}} 个登录会话将立即结束。只要账户处于启用状态，仍可再次登录。',
  'Also deletes photos, writes categories and settings, and manages those below.':
    '还可以删除照片、编辑分类和设置，并管理级别较低的用户。',
  'Any role': '所有角色',
  'Delete {{name}}': '删除 {{name}}',
  'Delete {{name}}?': '删除 {{name}}？',
  'Edit {{name}}': '编辑 {{name}}',
  'Empty keeps the present one. A new one ends all sessions of the user.':
    '留空则保留当前密码。设置新密码会结束该用户的所有登录会话。',
  'End all': '全部结束',
  'End all sessions of {{name}}?': '结束 {{name}} 的所有登录会话？',
  'May do everything, also make users, webhooks and backups.': '可以执行所有操作，包括管理用户、网络钩子和备份。',
  'May sign in': '允许登录',
  'Name or e-mail address': '姓名或电子邮箱',
  'never signed in, added {{when}}': '从未登录，添加于 {{when}}',
  'New user': '新建用户',
  'Nobody matches.': '没有符合条件的用户。',
  'Only someone of a higher role may change this user.': '只有角色级别更高的人才能更改此用户。',
  Role: '角色',
  'Sees hidden photos, uploads and edits photos, and makes tags.': '可以查看隐藏照片、上传和编辑照片，并创建标签。',
  'Sees what everyone sees.': '只能查看公开内容。',
  'Sessions of {{name}}': '{{name}} 的登录会话',
  'Signed in nowhere.': '没有登录会话。',
  'signed in {{when}}': '最近登录：{{when}}',
  'Switched off': '已停用',
  'Switching this off ends all sessions. Photos and uploads stay.': '停用后所有登录会话将结束。照片和上传内容会保留。',
  'The user is added.': '用户已添加。',
  'The user is deleted.': '用户已删除。',
  'This is you, and the last owner. Someone must stay who may do everything: make another one first.':
    '这是您自己，也是最后一位所有者。必须有人保留全部权限：请先设置另一位所有者。',
  'This is you. Your role is changed, and you are deleted, by someone else who may.':
    '这是您自己。您的角色和账户只能由其他有权限的人更改或删除。',
}
