import type { PostItem } from '@galley/client'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { client } from '../client.ts'
import { bodyOf, draftOf } from '../copies/draft.ts'
import { describeError } from '../errors/describe-error.ts'
import { useText } from '../i18n/language.ts'
import { postsText } from '../i18n/posts.ts'
import { useToast } from '../ui/toast.tsx'

/** What can be done to a post from the list. */
export type Deed = 'publish' | 'unpublish' | 'archive' | 'restore' | 'unschedule' | 'duplicate' | 'delete'

export const deedsFor: Readonly<Record<PostItem['status'], readonly Deed[]>> = {
  draft: ['publish', 'duplicate', 'archive', 'delete'],
  scheduled: ['publish', 'unschedule', 'duplicate', 'archive', 'delete'],
  published: ['unpublish', 'duplicate', 'archive', 'delete'],
  archived: ['restore', 'publish', 'duplicate', 'delete'],
}

/** These change what readers see or cannot be taken back, so they are asked about first. */
export const ASKED_FIRST: ReadonlySet<Deed> = new Set(['publish', 'unpublish', 'archive', 'delete'])

const WORK: Readonly<Record<Deed, (post: PostItem, copyTitle: (title: string) => string) => Promise<unknown>>> = {
  publish: ({ id }) => client.posts.change(id, { status: 'published' }),
  unpublish: ({ id }) => client.posts.change(id, { status: 'draft' }),
  archive: ({ id }) => client.posts.change(id, { status: 'archived' }),
  restore: ({ id }) => client.posts.change(id, { status: 'draft' }),
  unschedule: ({ id }) => client.posts.change(id, { scheduled_for: null }),
  duplicate: ({ id }, copyTitle) => duplicate(id, copyTitle),
  delete: ({ id }) => client.posts.delete(id),
}

async function duplicate(id: string, copyTitle: (title: string) => string): Promise<unknown> {
  const draft = draftOf(await client.posts.read(id))
  return client.posts.create(bodyOf({ ...draft, title: copyTitle(draft.title) }))
}

/** Does it, says that it is done, and brings the list up to date. */
export function usePostDeed() {
  const text = useText(postsText)
  const toast = useToast()
  const queries = useQueryClient()
  return useMutation({
    mutationFn: ({ deed, post }: { deed: Deed; post: PostItem }) => WORK[deed](post, text.copyTitle),
    onSuccess: (_answer, { deed, post }) => toast(text.deedDone[deed](post.title), { tone: 'good' }),
    onError: error => toast(describeError(error), { tone: 'bad' }),
    onSettled: () => queries.invalidateQueries({ queryKey: ['posts'] }),
  })
}
