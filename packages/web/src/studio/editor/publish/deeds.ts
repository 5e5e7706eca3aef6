import type { ChangePost } from '@galley/client'

/** What the views of the publishing sheet do. */
export interface Deeds {
  readonly isBusy: boolean
  /** Does it together with all that is not saved, and says so. */
  readonly run: (deed: ChangePost, done: string) => Promise<void>
}
