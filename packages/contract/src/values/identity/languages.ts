export const ARTICLE_LANGUAGES = ['ja', 'en'] as const
export type ArticleLanguage = (typeof ARTICLE_LANGUAGES)[number]

export const LANGUAGES = ['en', 'ja'] as const
export type Language = (typeof LANGUAGES)[number]

export const isLanguage = (value: string | undefined): value is Language =>
  LANGUAGES.some(language => language === value)
