import { MODERATION_REASON_MAX_CHARACTERS } from '@galley/contract/limits'
import type { BulkAction } from '@galley/contract/moderation'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { client } from '../client.ts'
import { textOf } from '../i18n/language.ts'
import { Loaded } from '../ui/display/loaded.tsx'
import { Field, TextArea } from '../ui/forms/field.tsx'
import { ConfirmDialog } from '../ui/overlays/confirm-dialog.tsx'
import { useAction } from '../ui/use-action.ts'
import { ADMIN } from './admin-queries.ts'

export interface Moderation {
  readonly action: BulkAction
  readonly ids: readonly string[]
}

interface Props extends Moderation {
  readonly onClose: () => void
}

/** Shows what an action would change, asks for the reason, and runs it. */
export function ModerateDialog({ action, ids, onClose }: Props) {
  const text = textOf('admin')
  const [reason, setReason] = useState('')
  const [isMissing, setMissing] = useState(false)
  const needsReason = !action.endsWith('.restore')
  const preview = useQuery({
    queryKey: [...ADMIN.queryKey, 'preview', action, ids],
    queryFn: ({ signal }) =>
      client.admin.bulk({ action, ids: [...ids], ...(needsReason && { reason: '?' }) }, { dryRun: true, signal }),
    gcTime: 0,
  })
  const run = useAction({
    call: () => client.admin.bulk({ action, ids: [...ids], ...(reason.trim() && { reason: reason.trim() }) }),
    changes: ADMIN,
    done: ({ changed }) => text.done(changed),
  })

  function confirm(): void {
    const isEmpty = needsReason && reason.trim() === ''
    setMissing(isEmpty)
    if (!isEmpty) run.mutate(undefined, { onSuccess: onClose })
  }

  return (
    <ConfirmDialog
      title={text.dialogTitles[action]}
      confirm={text.actions[action]}
      danger={needsReason}
      busy={run.isPending}
      error={run.error}
      onConfirm={confirm}
      onClose={onClose}
    >
      <p>{text.dialogTexts[action]}</p>
      <h3>{text.preview}</h3>
      <Loaded query={preview} lines={2}>
        {({ items }) => (
          <ul className="admin-preview">
            {items.map(({ id, label, result }) => (
              <li key={id}>
                <strong>{label ?? id}</strong> <span className="muted">{text.results[result]}</span>
              </li>
            ))}
          </ul>
        )}
      </Loaded>
      <Field
        label={text.reason}
        error={isMissing ? text.reasonRequired : undefined}
        counter={{ value: reason, max: MODERATION_REASON_MAX_CHARACTERS }}
      >
        <TextArea rows={2} value={reason} onChange={event => setReason(event.target.value)} />
      </Field>
    </ConfirmDialog>
  )
}
