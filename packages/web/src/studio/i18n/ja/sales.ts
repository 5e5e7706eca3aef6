import type { en } from '../en/sales.ts'

export const ja: typeof en = {
  title: '売上',
  intro: (_zone, name) => `読者が購入したあなたの記事です。1日の区切りは${name}の午前0時です。`,
  off: 'このサイトでは販売が停止されています。有料記事は現在購入できません。',
  share: percent => `現在、売上のうち${percent}%があなたの取り分です。過去の売上には、その日の割合が適用されます。`,
  from: '開始日',
  to: '終了日',
  by: '集計',
  groups: { day: '日', month: '月', post: '記事' },
  sold: '販売数',
  refunded: '返金数',
  amount: '売上',
  yours: '取り分',
  total: '合計',
  csv: 'CSVでダウンロード',
  csvFailed: 'ファイルを作成できませんでした。もう一度お試しください。',
  emptyTitle: 'この期間の売上はありません',
  emptyBody: '有料記事が購入されると、ここに表示されます。',
}
