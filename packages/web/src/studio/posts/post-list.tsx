import type { PostItem } from '@galley/client'
import { useRef, useState } from 'react'
import { useText } from '../i18n/language.ts'
import { postsText } from '../i18n/posts.ts'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { BulkBar } from './bulk/bulk-bar.tsx'
import { BulkDialog } from './bulk/bulk-dialog.tsx'
import { useSelection } from './bulk/use-selection.ts'
import { ASKED_FIRST, type PostAction } from './post-actions.ts'
import { PostRow } from './post-row.tsx'
import { usePostAction } from './use-post-action.ts'

interface Question {
  readonly action: PostAction
  readonly post: PostItem
}

export function PostList({ posts }: { posts: readonly PostItem[] }) {
  const text = useText(postsText)
  const [question, setQuestion] = useState<Question>()
  const [bulk, setBulk] = useState<PostAction>()
  const selection = useSelection(posts)
  const selectAll = useRef<HTMLInputElement>(null)
  const work = usePostAction()
  const close = () => setQuestion(undefined)
  if (posts.length === 0) return null

  function ask(next: Question): void {
    if (ASKED_FIRST.has(next.action)) setQuestion(next)
    else work.mutate(next)
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
            onAction={action => ask({ action, post })}
          />
        ))}
      </ul>
      {bulk && <BulkDialog action={bulk} selected={selection.posts} onClose={closeBulk} />}
      {question && (
        <ConfirmDialog
          open
          title={text.action[question.action]}
          confirm={text.action[question.action]}
          danger={question.action === 'delete'}
          busy={work.isPending}
          onConfirm={() => work.mutate(question, { onSettled: close })}
          onClose={close}
        >
          <p>{text.actionMeans(question.action, question.post.title)}</p>
        </ConfirmDialog>
      )}
    </>
  )
}
