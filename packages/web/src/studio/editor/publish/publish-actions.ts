import type { ChangePost } from '@galley/client'

/** What the views of the publish sheet can do. */
export interface PublishActions {
  readonly isBusy: boolean
  /** Changes the post together with all that is not saved; `message` is shown when it is done. */
  readonly run: (change: ChangePost, message: string) => Promise<void>
}
