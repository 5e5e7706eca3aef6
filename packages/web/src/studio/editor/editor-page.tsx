import '../../styles/studio/pages/editor.css'
import { FailurePage } from '../failure-pages/failure-page.tsx'
import { Skeleton } from '../ui/display/skeleton.tsx'
import { Editor } from './editor.tsx'
import { SessionProvider, useOpenedSession } from './session/use-post-session.ts'

/** Edits a new or an existing post. */
export function EditorPage() {
  const { session, error, retry } = useOpenedSession()

  if (error) return <FailurePage error={error} onRetry={retry} />
  if (!session) return <EditorSkeleton />
  return (
    <SessionProvider value={session} key={session.key}>
      <Editor />
    </SessionProvider>
  )
}

function EditorSkeleton() {
  return (
    <div className="page">
      <Skeleton lines={12} />
    </div>
  )
}
