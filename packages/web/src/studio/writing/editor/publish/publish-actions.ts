import type { ChangePost } from '@galley/client'

/** The actions of the publish sheet's views. */
export interface PublishActions {
  readonly isBusy: boolean
  /** Changes the post and saves all unsaved changes; then shows `message`. */
  readonly run: (change: ChangePost, message: string) => Promise<void>
}
