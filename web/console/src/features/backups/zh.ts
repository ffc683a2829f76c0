export default {
  '{{count}} files, {{size}}': '{{n}} 个文件，{{size}}',
  '{{count}} of them new, {{size}}': '其中新增 {{n}} 个，{{size}}',
  'A backup is everything: photos, files, users and settings. It is made while the site is served.':
    '备份包含全部内容：照片、文件、用户和设置。备份时网站照常运行。',
  'A backup is running already.': '已有备份正在进行。',
  'Begin a backup': '开始备份',
  Complete: '已完成',
  Copy: '复制',
  'Everyone signs in again then, with the passwords of the time of the backup. Webhooks are off until you switch them on.':
    '之后所有人都需要使用备份时的密码重新登录。网络钩子会保持停用，直到您将其启用。',
  Failed: '失败',
  'First see whether every file of the backups is whole:': '首先，检查备份中的每个文件是否完整：',
  'How to bring it back': '如何恢复',
  'It is kept on the server, in the folder that VITRINE_BACKUP_DIR names.':
    '备份保存在服务器上，位于 VITRINE_BACKUP_DIR 指定的文件夹。',
  'Last look through the new library, and serve it:': '最后，检查恢复后的图库并启动服务：',
  'New ones are kept in {{directory}} on the server, and share the files that are there already.':
    '新的备份保存在服务器的 {{directory}}，并共用其中已有的文件。',
  Removed: '已移除',
  'Removed on {{when}}, since newer backups took its place. It cannot be brought back.':
    '已于 {{when}} 移除，由较新的备份取代，无法再恢复。',
  Running: '进行中',
  'The backup failed.': '备份失败。',
  'The backup is complete.': '备份已完成。',
  'Then bring this one back:': '然后，恢复此备份：',
  'Those that are there stay.': '已有的备份会保留。',
  'This is done on the server, in a shell. It goes into an empty data directory, here /srv/vitrine; what is served now stays as it is.':
    '恢复在服务器的命令行中进行，需要一个空的数据目录（此处为 /srv/vitrine）；当前正在运行的图库不受影响。',
}
