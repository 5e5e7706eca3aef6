import type { PostItem } from '@galley/client'
import { useState } from 'react'
import { textOf } from '../../../i18n/language.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/overlays/dialog.tsx'
import { toast } from '../../../ui/overlays/toast.tsx'
import { actionsFor, type PostAction } from '../post-actions.ts'
import { useUndoDelete } from '../use-undo-delete.ts'
import { type Outcome, useBulkRun } from './use-bulk-run.ts'

interface Props {
  readonly action: PostAction
  /** The selected posts; the action applies to those of them that allow it. */
  readonly selected: readonly PostItem[]
  /** Called with whether anything was attempted. */
  readonly onClose: (isTried: boolean) => void
}

/** Asks for confirmation, shows a progress bar, and lists the posts for which the action failed. */
export function BulkDialog({ action, selected, onClose }: Props) {
  const text = textOf('posts')
  const ui = textOf('ui')
  const undoDelete = useUndoDelete()
  const run = useBulkRun(action)
  // The list changes during the run; the dialog keeps the original posts.
  const [posts, setPosts] = useState(() => selected.filter(({ status }) => actionsFor[status].includes(action)))
  const [skipped] = useState(selected.length - posts.length)
  const close = () => onClose(run.outcomes.length > 0)
  const failed = run.outcomes.filter(({ error }) => error !== undefined)

  async function start(): Promise<void> {
    const outcomes = await run.start(posts)
    const done = outcomes.filter(({ error }) => error === undefined).map(({ post }) => post)
    if (done.length > 0) {
      const undo = action === 'delete' && { action: undoDelete(done) }
      toast(text.bulkDone[action](done.length), { tone: 'good', ...undo })
    }
    const left = posts.filter(({ id }) => !done.some(post => post.id === id))
    if (left.length === 0) onClose(true)
    else setPosts(left)
  }

  return (
    <Dialog title={text.action[action]} onClose={close}>
      <div className="modal-body bulk-dialog">
        {run.isRunning ? (
          <Progress done={run.outcomes.length} count={posts.length} />
        ) : failed.length > 0 ? (
          <Failures outcomes={failed} />
        ) : (
          <Confirmation action={action} posts={posts} skipped={skipped} />
        )}
      </div>
      <div className="modal-foot">
        <Button variant="quiet" onClick={run.isRunning ? run.stop : close}>
          {run.isRunning ? text.stop : failed.length > 0 ? ui.close : ui.cancel}
        </Button>
        <Button variant={action === 'delete' ? 'danger' : 'primary'} busy={run.isRunning} onClick={() => void start()}>
          {failed.length > 0 && !run.isRunning ? ui.tryAgain : text.action[action]}
        </Button>
      </div>
    </Dialog>
  )
}

function Confirmation({ action, posts, skipped }: { action: PostAction; posts: readonly PostItem[]; skipped: number }) {
  const text = textOf('posts')
  return (
    <>
      <p>{text.bulkMeans[action](posts.length)}</p>
      <ul>
        {posts.map(({ id, title }) => (
          <li key={id}>{title}</li>
        ))}
      </ul>
      {skipped > 0 && <p className="field-hint">{text.bulkSkipped(skipped)}</p>}
    </>
  )
}

function Progress({ done, count }: { done: number; count: number }) {
  const text = textOf('posts')
  const label = text.progress(done, count)
  return (
    <p className="bulk-progress">
      <progress value={done} max={count} aria-label={label} />
      <span aria-hidden="true">{label}</span>
    </p>
  )
}

function Failures({ outcomes }: { outcomes: readonly Outcome[] }) {
  const text = textOf('posts')
  return (
    <div role="alert">
      <p>{text.bulkFailed(outcomes.length)}</p>
      <ul>
        {outcomes.map(({ post, error }) => (
          <li key={post.id}>
            <strong>{post.title}</strong> <span className="field-error">{error}</span>
          </li>
        ))}
      </ul>
    </div>
  )
}
