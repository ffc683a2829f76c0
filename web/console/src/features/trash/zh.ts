export default {
  'Delete for good': '永久删除',
  'Delete {{count}} photos for good?': '永久删除 {{count}} 张照片？',
  'Deleted photos stay here for 30 days, then they go for good.': '已删除的照片在此保留 30 天，之后将永久删除。',
  Restore: '恢复',
  'The pictures and all that was written about them are gone then. This cannot be undone.':
    '图片及其所有信息都将消失，且无法撤销。',
  'The trash is empty.': '回收站是空的。',
}
