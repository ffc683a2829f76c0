export default {
  Achievement: '成就',
  'All years': '所有年份',
  Award: '获奖',
  'Choose photos…': '选择照片…',
  Day: '日期',
  'Delete “{{name}}”': '删除“{{name}}”',
  'Done choosing': '选好了',
  Exhibition: '展览',
  'Its {{count}} photos stay in the library. This cannot be undone.':
    '其中的 {{n}} 张照片仍保留在图库中。此操作无法撤销。',
  Kind: '类型',
  Milestone: '里程碑',
  'Move {{name}} forward': '将{{name}}前移',
  'New event': '新建事件',
  'No events here. Exhibitions, prizes and journeys stand among the photos of their month.':
    '这里还没有事件。展览、奖项与旅行会与当月的照片并列显示。',
  Other: '其他',
  'Photos of the event': '事件的照片',
  Publication: '出版',
  'Take {{name}} out': '移除{{name}}',
  'This cannot be undone.': '此操作无法撤销。',
  Travel: '旅行',
}
