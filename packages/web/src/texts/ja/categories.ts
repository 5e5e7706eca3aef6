import type { CategoryValue } from '@galley/contract/writing/categories'

/** Display names of the categories, in the order in which they are offered. */
export const categoryNames: Readonly<Record<CategoryValue, string>> = {
  ai: 'AI',
  technology: 'テクノロジー',
  programming: 'プログラミング',
  design: 'デザイン',
  business: 'ビジネス',
  startup: 'スタートアップ',
  marketing: 'マーケティング',
  career: 'キャリア',
  money: 'お金',
  education: '教育',
  science: '科学',
  health: '健康',
  lifestyle: '暮らし',
  parenting: '子育て',
  travel: '旅',
  food: '食',
  culture: '文化',
  books: '本',
  entertainment: 'エンタメ',
  games: 'ゲーム',
  sports: 'スポーツ',
  society: '社会',
  essay: 'エッセイ',
  other: 'その他',
}
