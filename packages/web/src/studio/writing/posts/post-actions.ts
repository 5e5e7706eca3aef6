import type { DeleteOptions, PostItem } from '@galley/client'
import { client } from '../../client.ts'
import { bodyOf, draftOf } from '../../drafts/draft.ts'

type Buyers = DeleteOptions['buyers']

/** The actions for a post in the list. */
export type PostAction = 'publish' | 'unpublish' | 'archive' | 'restore' | 'unschedule' | 'duplicate' | 'delete'

export const actionsFor: Readonly<Record<PostItem['status'], readonly PostAction[]>> = {
  draft: ['publish', 'duplicate', 'archive', 'delete'],
  scheduled: ['publish', 'unschedule', 'duplicate', 'archive', 'delete'],
  published: ['unpublish', 'duplicate', 'archive', 'delete'],
  archived: ['restore', 'publish', 'duplicate', 'delete'],
}

/** The actions for several posts at once. */
export const BULK_ACTIONS = [
  'publish',
  'unpublish',
  'unschedule',
  'restore',
  'archive',
  'delete',
] as const satisfies readonly PostAction[]

/** These change what readers see, so they need a confirmation. */
export const NEEDS_CONFIRMATION: ReadonlySet<PostAction> = new Set(['publish', 'unpublish', 'archive', 'delete'])

const ACTIONS: Readonly<
  Record<PostAction, (post: PostItem, copyTitle: (title: string) => string, buyers?: Buyers) => Promise<unknown>>
> = {
  publish: ({ id }) => client.posts.change(id, { status: 'published' }),
  unpublish: ({ id }) => client.posts.change(id, { status: 'draft' }),
  archive: ({ id }) => client.posts.change(id, { status: 'archived' }),
  restore: ({ id }) => client.posts.change(id, { status: 'draft' }),
  unschedule: ({ id }) => client.posts.change(id, { scheduled_for: null }),
  duplicate: ({ id }, copyTitle) => duplicate(id, copyTitle),
  delete: ({ id }, _copyTitle, buyers) => client.posts.delete(id, { buyers }),
}

async function duplicate(id: string, copyTitle: (title: string) => string): Promise<unknown> {
  const draft = draftOf(await client.posts.read(id))
  return client.posts.create(bodyOf({ ...draft, title: copyTitle(draft.title) }))
}

export const runAction = (
  action: PostAction,
  post: PostItem,
  copyTitle: (title: string) => string,
  buyers?: Buyers,
): Promise<unknown> => ACTIONS[action](post, copyTitle, buyers)
