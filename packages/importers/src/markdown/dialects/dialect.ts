import type { Report } from '../../problems/problem.ts'

/** Rewrites what a service adds to Markdown and the site does not have. */
export type Dialect = (text: string, report: Report) => string

/** Marks the edges of comments (`\0`). It is in no text, because `readMarkdownFile` removes it. */
export const COMMENT_MARK = '\0'
