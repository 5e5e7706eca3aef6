import type { CategoryMap } from './fields/categories.ts'

/** The author's choices about an import. */
export interface ReadOptions {
  readonly categories: CategoryMap
  /** Pages of WordPress and Ghost too, not only posts. */
  readonly withPages: boolean
  /** The old address of the site, such as https://old.example, where the export does not contain it. */
  readonly siteUrl: string | undefined
  /** Put before the names of posts, if several folders of the same kind are imported into one account. */
  readonly prefix: string
  readonly now: Date
}

export const DEFAULT_OPTIONS: Omit<ReadOptions, 'now'> = {
  categories: new Map(),
  withPages: false,
  siteUrl: undefined,
  prefix: '',
}
