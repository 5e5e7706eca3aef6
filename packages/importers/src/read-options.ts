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
  /** The name of the folder that is imported; empty if it is not known. */
  readonly folder: string
  /** The files are part of a vault of Obsidian, even if its folder `.obsidian` is not among them. */
  readonly isVault: boolean
  readonly now: Date
}

export const DEFAULT_OPTIONS: Omit<ReadOptions, 'now'> = {
  categories: new Map(),
  withPages: false,
  siteUrl: undefined,
  prefix: '',
  folder: '',
  isVault: false,
}
