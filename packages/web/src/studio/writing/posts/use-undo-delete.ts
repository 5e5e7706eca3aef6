import type { PostItem } from '@galley/client'
import { useQueryClient } from '@tanstack/react-query'
import { client } from '../../client.ts'
import { describeError } from '../../errors/describe-error.ts'
import { textOf } from '../../i18n/language.ts'
import { reportFailure } from '../../query-client.ts'
import { type ToastAction, toast } from '../../ui/overlays/toast.tsx'

/** The action with which deleted posts come back from the trash. They come back as drafts, so for others it is no undo. */
export function useUndoDelete(): (posts: readonly PostItem[]) => ToastAction {
  const text = textOf('posts')
  const queries = useQueryClient()
  const restore = async (posts: readonly PostItem[]): Promise<void> => {
    let restored = 0
    for (const { id, title } of posts) {
      try {
        await client.trash.restore(id)
        restored++
      } catch (error) {
        reportFailure(error)
        toast(text.notRestored(title, describeError(error)), { tone: 'bad' })
      }
    }
    if (restored > 0) toast(text.restored(restored), { tone: 'good' })
    await queries.invalidateQueries({ queryKey: ['posts'] })
  }
  return posts => ({
    label: posts.every(({ status }) => status === 'draft') ? text.undo : text.restoreAsDraft,
    onSelect: () => void restore(posts),
  })
}
