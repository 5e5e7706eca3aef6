import { useQueryClient } from '@tanstack/react-query'
import { client } from '../client.ts'
import { describeError } from '../errors/describe-error.ts'
import { useText } from '../i18n/language.ts'
import { reportFailure } from '../query-client.ts'
import { useToast } from '../ui/overlays/toast.tsx'

interface Deleted {
  readonly id: string
  readonly title: string
}

/** Restores posts from the trash as drafts. */
export function useUndoDelete(): (posts: readonly Deleted[]) => Promise<void> {
  const text = useText('posts')
  const toast = useToast()
  const queries = useQueryClient()
  return async posts => {
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
}
