import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { client } from '../../client.ts'
import { changedFields, DRAFT_FIELDS, type Draft, pickFields } from '../../copies/draft.ts'
import { formatDateTime } from '../../i18n/format.ts'
import { useText } from '../../i18n/language.ts'
import { Button } from '../../ui/button.tsx'
import { Banner } from '../../ui/display/banner.tsx'
import { useSession } from '../session/use-post-session.ts'
import { pendingQuery } from './history-queries.ts'

/** Changes of a public post that were saved elsewhere and that readers do not see yet. */
export function PendingNotice({ postId }: { postId: string }) {
  const text = useText('editor').history
  const session = useSession()
  const queries = useQueryClient()
  const { data: pending } = useQuery(pendingQuery(postId))
  const close = () => queries.setQueryData(pendingQuery(postId).queryKey, null)
  const discard = useMutation({
    mutationFn: () => client.revisions.discardPending(postId, { ifPending: pending?.id }),
    onSuccess: close,
  })
  if (!pending) return null
  const draft = pickFields(pending, DRAFT_FIELDS) as Draft
  if (changedFields(draft, session.draft()).length === 0) return null
  const takeUp = () => {
    session.replaceDraft(draft)
    close()
  }
  const action = (
    <>
      <Button onClick={takeUp}>{text.takeUp}</Button>
      <Button busy={discard.isPending} onClick={() => discard.mutate()}>
        {text.discard}
      </Button>
    </>
  )
  const time = formatDateTime(pending.saved_at)
  return (
    <Banner tone="accent" title={text.pendingTitle} action={action} urgent>
      <p>{pending.client === null ? text.pendingBody(time) : text.pendingBy(time, pending.client)}</p>
    </Banner>
  )
}
