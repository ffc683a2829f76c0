export default {
  '{{count}} picks_one': '{{n}} pick',
  '{{count}} picks_other': '{{n}} picks',
  'It leads nowhere then, and the {{count}} picks of its visitors are gone. The photos stay._one':
    'It leads nowhere then, and the {{count}} pick of its visitors is gone. The photos stay.',
  'Share {{count}} photos_one': 'Share {{count}} photo',
  '{{count}} file names copied_one': '{{count}} file name copied',
  '{{count}} of the photos are no longer in the link. What was picked is kept, in case they come back._one':
    'One of the photos is no longer in the link. What was picked is kept, in case it comes back.',
  '{{count}} of the photos are no longer in the link. What was picked is kept, in case they come back._other':
    '{{n}} of the photos are no longer in the link. What was picked is kept, in case they come back.',
  '{{count}} of those taken out are picked. The picks are kept, and count again if the photos come back._one':
    'One of those taken out is picked. The pick is kept, and counts again if the photo comes back.',
  '{{count}} of those taken out are picked. The picks are kept, and count again if the photos come back._other':
    '{{n}} of those taken out are picked. The picks are kept, and count again if the photos come back.',
  'The link shows {{count}} photos now._one': 'The link shows {{n}} photo now.',
  'The link shows {{count}} photos now._other': 'The link shows {{n}} photos now.',
}
