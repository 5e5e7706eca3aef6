import type { IssueToken, TokenRecord } from '@galley/client'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { client } from '../../client.ts'
import { useText } from '../../i18n/language.ts'
import { closeUnlessPending } from '../../ui/overlays/close-unless-pending.ts'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import { IssueTokenForm } from './issue-token-form.tsx'
import { IssuedTokenView } from './issued-token-view.tsx'
import { tokensQuery } from './tokens-query.ts'

interface Props {
  /** Reissues this token: same name, and the same scopes unless they are changed. */
  readonly reissued?: TokenRecord
  /** Names of active tokens: reusing one replaces that token. */
  readonly taken?: readonly string[]
  readonly onClose: () => void
}

/** Shows the form, then the token once. */
export function IssueTokenDialog({ reissued, taken = [], onClose }: Props) {
  const text = useText('tokens')
  const queryClient = useQueryClient()
  const issue = useMutation({
    mutationFn: (token: IssueToken) => client.tokens.issue(token),
    onSuccess: () => queryClient.invalidateQueries(tokensQuery),
  })
  const issued = issue.data
  if (issued) {
    return (
      // Another key makes it a new dialog, so that the focus and screen readers start at its beginning.
      <Dialog key="issued" open wide title={text.issuedTitle(issued.name)} onClose={onClose}>
        <IssuedTokenView token={issued.token} onClose={onClose} />
      </Dialog>
    )
  }
  const close = closeUnlessPending(issue, onClose)
  return (
    <Dialog open title={reissued === undefined ? text.issue : text.reissueTitle(reissued.name)} onClose={close}>
      <IssueTokenForm
        reissued={reissued}
        taken={taken}
        busy={issue.isPending}
        error={issue.error}
        onSubmit={issue.mutate}
        onClose={close}
      />
    </Dialog>
  )
}
