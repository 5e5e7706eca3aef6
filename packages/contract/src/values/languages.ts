export const ARTICLE_LANGUAGES = ['ja', 'en'] as const
export type ArticleLanguage = (typeof ARTICLE_LANGUAGES)[number]
