import type { RevisionItem } from '@galley/client'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { changedFields, DRAFT_FIELDS, type Draft, pickFields } from '../../../drafts/draft.ts'
import { formatDateTime } from '../../../i18n/format.ts'
import { textOf } from '../../../i18n/language.ts'
import { Button } from '../../../ui/button.tsx'
import { Badge } from '../../../ui/display/badge.tsx'
import { Skeleton } from '../../../ui/display/loaded.tsx'
import { FormError } from '../../../ui/forms/form.tsx'
import { Dialog } from '../../../ui/overlays/dialog.tsx'
import { toast } from '../../../ui/overlays/toast.tsx'
import { CompareFields } from '../conflict/compare-fields.tsx'
import { useSession } from '../session/use-post-session.ts'
import { revisionQuery, revisionsQuery } from './history-queries.ts'

interface Props {
  readonly postId: string
  readonly onClose: () => void
}

/** The revisions of a post. A chosen one is compared with the text in the editor, and can be put there. */
export function HistoryDialog({ postId, onClose }: Props) {
  const text = textOf('editor').history
  const { data, error } = useQuery({ ...revisionsQuery(postId), staleTime: 0 })
  const [chosen, setChosen] = useState<string>()
  const revisions = data?.revisions ?? []
  const current = chosen ?? revisions[0]?.id
  return (
    <Dialog wide title={text.title} onClose={onClose}>
      <div className="modal-body history">
        <FormError error={error} />
        {!data && !error && <Skeleton lines={6} />}
        <fieldset className="history-list">
          <legend className="visually-hidden">{text.title}</legend>
          {revisions.map(each => (
            <RevisionChoice key={each.id} revision={each} isChosen={each.id === current} onChoose={setChosen} />
          ))}
        </fieldset>
        {current !== undefined && <ChosenRevision key={current} postId={postId} id={current} onClose={onClose} />}
      </div>
    </Dialog>
  )
}

interface ChoiceProps {
  readonly revision: RevisionItem
  readonly isChosen: boolean
  readonly onChoose: (id: string) => void
}

function RevisionChoice({ revision, isChosen, onChoose }: ChoiceProps) {
  const text = textOf('editor').history
  return (
    <label className="history-choice">
      <input type="radio" name="revision" checked={isChosen} onChange={() => onChoose(revision.id)} />
      <span>
        {formatDateTime(revision.saved_at)}
        {revision.client !== null && <span className="history-client">{text.by(revision.client)}</span>}
        {revision.is_pending && <Badge tone="warn">{text.pending}</Badge>}
      </span>
    </label>
  )
}

function ChosenRevision({ postId, id, onClose }: Props & { readonly id: string }) {
  const text = textOf('editor').history
  const session = useSession()
  const { data: revision, error } = useQuery(revisionQuery(postId, id))
  if (!revision) return error ? <FormError error={error} /> : <Skeleton lines={4} />
  const now = session.draft()
  const then = pickFields(revision, DRAFT_FIELDS) as Draft
  const fields = changedFields(then, now)
  const use = () => {
    session.replaceDraft(then)
    toast(text.used, { tone: 'good' })
    onClose()
  }
  return (
    <div className="compare">
      {fields.length === 0 ? (
        <p>{text.same}</p>
      ) : (
        <>
          <CompareFields fields={fields} theirs={then} mine={now} labels={{ theirs: text.version, mine: text.now }} />
          <Button variant="primary" onClick={use}>
            {text.use}
          </Button>
        </>
      )}
    </div>
  )
}
