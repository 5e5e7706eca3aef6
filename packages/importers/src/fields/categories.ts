import { CATEGORIES, CATEGORY_VALUES, type CategoryValue } from '@galley/contract/writing/categories'

/** What becomes of a category of the old service: one of ours, a tag, or nothing. */
export type CategoryTarget = CategoryValue | 'tag' | 'none'

export const isCategoryTarget = (value: unknown): value is CategoryTarget =>
  value === 'tag' || value === 'none' || (CATEGORY_VALUES as readonly unknown[]).includes(value)

/** Frequent names that are neither a value nor a label. */
const SYNONYMS: Readonly<Record<string, CategoryTarget>> = {
  uncategorized: 'none',
  uncategorised: 'none',
  未分類: 'none',
  blog: 'none',
  tech: 'technology',
  テクノロジー: 'technology',
  技術: 'technology',
  プログラミング: 'programming',
  開発: 'programming',
  デザイン: 'design',
  ビジネス: 'business',
  仕事: 'business',
  スタートアップ: 'startup',
  起業: 'startup',
  マーケティング: 'marketing',
  キャリア: 'career',
  お金: 'money',
  投資: 'money',
  finance: 'money',
  教育: 'education',
  科学: 'science',
  健康: 'health',
  暮らし: 'lifestyle',
  ライフスタイル: 'lifestyle',
  生活: 'lifestyle',
  life: 'lifestyle',
  育児: 'parenting',
  子育て: 'parenting',
  旅行: 'travel',
  旅: 'travel',
  料理: 'food',
  グルメ: 'food',
  文化: 'culture',
  本: 'books',
  読書: 'books',
  書評: 'books',
  エンタメ: 'entertainment',
  映画: 'entertainment',
  ゲーム: 'games',
  スポーツ: 'sports',
  社会: 'society',
  エッセイ: 'essay',
  日記: 'essay',
  diary: 'essay',
  その他: 'other',
}

/** The author's own choices, by the name of the category. */
export type CategoryMap = ReadonlyMap<string, CategoryTarget>

/** The target of a category: the author's choice, one of the same name, or else a tag. */
export function categoryTarget(name: string, map: CategoryMap): CategoryTarget {
  const chosen = map.get(name)
  if (chosen !== undefined) return chosen
  const key = name.trim().toLowerCase()
  const found = CATEGORIES.find(({ value, label }) => value === key || label.toLowerCase() === key)
  return found?.value ?? (Object.hasOwn(SYNONYMS, key) ? SYNONYMS[key] : undefined) ?? 'tag'
}
