import type { PostItem } from '@galley/client'
import { useState } from 'react'
import { useText } from '../i18n/language.ts'
import { postsText } from '../i18n/posts.ts'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { ASKED_FIRST, type Deed, usePostDeed } from './post-deeds.ts'
import { PostRow } from './post-row.tsx'

interface Question {
  readonly deed: Deed
  readonly post: PostItem
}

export function PostList({ posts }: { posts: readonly PostItem[] }) {
  const text = useText(postsText)
  const [question, setQuestion] = useState<Question>()
  const work = usePostDeed()
  const close = () => setQuestion(undefined)

  function ask(next: Question): void {
    if (ASKED_FIRST.has(next.deed)) setQuestion(next)
    else work.mutate(next)
  }

  return (
    <>
      <ul className="post-list">
        {posts.map(post => (
          <PostRow key={post.id} post={post} onDeed={deed => ask({ deed, post })} />
        ))}
      </ul>
      {question && (
        <ConfirmDialog
          open
          title={text.deed[question.deed]}
          confirm={text.deed[question.deed]}
          danger={question.deed === 'delete'}
          busy={work.isPending}
          onConfirm={() => work.mutate(question, { onSettled: close })}
          onClose={close}
        >
          <p>{text.deedMeans(question.deed, question.post.title)}</p>
        </ConfirmDialog>
      )}
    </>
  )
}
