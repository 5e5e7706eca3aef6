import type { en } from '../../en/posts/calendar.ts'

export const ja: typeof en = {
  title: 'カレンダー',
  intro: 'いつ何が公開されるかを確認できます。',
  zone: name => `時刻はすべて${name}です。`,
  months: '月',
  previous: '前の月',
  next: '次の月',
  today: '今日',
  keys: '矢印キーで記事を、Page UpとPage Downで月を移動できます。',
  scheduled: '予約済み',
  published: '公開中',
  nothing: 'この月に公開された記事や、公開予定の記事はありません。',
  emptyTitle: '予約はありません',
  emptyBody: '記事を書いて公開設定で日時を選ぶと、ここに表示され、その時刻に自動で公開されます。',
  write: '記事を書く',
  publishedMissing: '公開中の記事を読み込めなかったため、表示していません。',

  moveTitle: '日時を変更',
  movedTo: '新しい日時',
  inZone: name => `タイムゾーン：${name}`,
  move: '変更',
  moved: when => `${when}に公開されます。`,
  cancelSchedule: '予約を取り消す',
  cancelled: '予約を取り消しました。記事は下書きです。',
  open: 'エディターで開く',
  chooseTime: '日時を選んでください。',
}
