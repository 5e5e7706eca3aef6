import type { PostItem } from '@galley/client'
import { useRef, useState } from 'react'
import { textOf } from '../../../i18n/language.ts'
import { Checkbox } from '../../../ui/forms/field.tsx'
import { ConfirmDialog } from '../../../ui/overlays/confirm-dialog.tsx'
import { toast } from '../../../ui/overlays/toast.tsx'
import { useAction } from '../../../ui/use-action.ts'
import { useSelection } from '../../../ui/use-selection.ts'
import { BulkBar } from '../bulk/bulk-bar.tsx'
import { BulkDialog } from '../bulk/bulk-dialog.tsx'
import { NEEDS_CONFIRMATION, type PostAction, runAction } from '../post-actions.ts'
import { useUndoDelete } from '../use-undo-delete.ts'
import { PostRow } from './post-row.tsx'

interface PendingAction {
  readonly action: PostAction
  readonly post: PostItem
  /** What becomes of sold copies of a post that is deleted. */
  readonly buyers?: 'keep' | 'refund'
}

export function PostList({ posts }: { posts: readonly PostItem[] }) {
  const text = textOf('posts')
  const [pending, setPending] = useState<PendingAction>()
  const [bulk, setBulk] = useState<PostAction>()
  const selection = useSelection(posts)
  const selectAll = useRef<HTMLInputElement>(null)
  const undoDelete = useUndoDelete()
  const run = useAction({
    call: ({ action, post, buyers }: PendingAction) => runAction(action, post, text.copyTitle, buyers),
    changes: { queryKey: ['posts'] },
    toastsError: true,
    onSuccess: (_result, { action, post }) => {
      const undo = action === 'delete' && { action: undoDelete([post]) }
      toast(text.actionDone[action](post.title), { tone: 'good', ...undo })
    },
  })
  const close = () => setPending(undefined)
  /** Not the dialog of another action, which may have been opened meanwhile. */
  const closeOf = ({ action, post }: PendingAction) =>
    setPending(now => (now?.action === action && now.post === post ? undefined : now))
  if (posts.length === 0) return null

  function start(next: PendingAction): void {
    if (NEEDS_CONFIRMATION.has(next.action)) setPending(next)
    else run.mutate(next)
  }

  function closeBulk(isTried: boolean): void {
    setBulk(undefined)
    if (!isTried) return
    selection.clear()
    // The button that opened the dialog was removed with the selection.
    requestAnimationFrame(() => selectAll.current?.focus())
  }

  return (
    <>
      <BulkBar ref={selectAll} selection={selection} count={posts.length} onAction={setBulk} />
      <ul className="post-list">
        {posts.map(post => (
          <PostRow
            key={post.id}
            post={post}
            isSelected={selection.has(post.id)}
            onSelect={isRange => selection.toggle(post.id, isRange)}
            onAction={action => start({ action, post })}
          />
        ))}
      </ul>
      {bulk && <BulkDialog action={bulk} selected={selection.rows} onClose={closeBulk} />}
      {pending && (
        <ConfirmDialog
          title={text.action[pending.action]}
          confirm={text.action[pending.action]}
          danger={pending.action === 'delete'}
          busy={run.isPending}
          onConfirm={() => run.mutate(pending, { onSettled: () => closeOf(pending) })}
          onClose={close}
        >
          <p>{text.actionMeans(pending.action, pending.post.title)}</p>
          {pending.action === 'delete' && pending.post.is_paid && (
            <Checkbox
              label={text.refundBuyers}
              hint={text.refundHint}
              checked={pending.buyers === 'refund'}
              onChange={({ target }) => setPending({ ...pending, buyers: target.checked ? 'refund' : 'keep' })}
            />
          )}
        </ConfirmDialog>
      )}
    </>
  )
}
