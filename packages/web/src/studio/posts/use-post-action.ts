import type { PostItem } from '@galley/client'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { describeError } from '../errors/describe-error.ts'
import { useText } from '../i18n/language.ts'
import { useToast } from '../ui/overlays/toast.tsx'
import { type PostAction, runAction } from './post-actions.ts'
import { useUndoDelete } from './use-undo-delete.ts'

/** Runs an action for one post, shows a message, and refreshes the list. A deletion can be undone. */
export function usePostAction() {
  const text = useText('posts')
  const toast = useToast()
  const queries = useQueryClient()
  const undoDelete = useUndoDelete()
  return useMutation({
    mutationFn: ({ action, post, buyers }: { action: PostAction; post: PostItem; buyers?: 'keep' | 'refund' }) =>
      runAction(action, post, text.copyTitle, buyers),
    onSuccess: (_answer, { action, post }) => {
      const undo = action === 'delete' && { action: undoDelete([post]) }
      toast(text.actionDone[action](post.title), { tone: 'good', ...undo })
    },
    onError: error => toast(describeError(error), { tone: 'bad' }),
    onSettled: () => queries.invalidateQueries({ queryKey: ['posts'] }),
  })
}
