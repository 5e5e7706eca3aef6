/** By language of the post. */
export const COMMENTS: Readonly<Record<'en' | 'ja', readonly string[]>> = {
  en: [
    'I have sent this to my whole team.',
    'The second paragraph is exactly what happened to us last year.',
    'Thank you. I tried it this morning, and it works.',
    'I disagree about the last point, but I enjoyed reading it.',
    'Please write more about this.',
    'This made me get up and open a window.',
  ],
  ja: [
    '最後の一文で、思わず声が出ました。',
    'まさに昨日、同じことで悩んでいました。ありがとうございます。',
    '続きを楽しみにしています。',
    'さっそく試してみます。',
    '二段落目がとくに心に残りました。',
    '静かで、よい文章でした。',
  ],
}
