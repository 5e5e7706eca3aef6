import { INVITATION_DAYS_DEFAULT, INVITATION_MAX_USES, INVITATION_NOTE_MAX_CHARACTERS } from '@galley/contract/limits'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { client } from '../../client.ts'
import { fieldErrors } from '../../errors/describe-error.ts'
import { useText } from '../../i18n/language.ts'
import { Button } from '../../ui/button.tsx'
import { CodeBlock } from '../../ui/display/code-block.tsx'
import { Field } from '../../ui/forms/field.tsx'
import { Form } from '../../ui/forms/form.tsx'
import { FormError } from '../../ui/forms/form-error.tsx'
import { Select } from '../../ui/forms/select.tsx'
import { TextInput } from '../../ui/forms/text-input.tsx'
import { closeUnlessPending } from '../../ui/overlays/close-unless-pending.ts'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import { ADMIN_KEY } from '../admin-queries.ts'

const DAY_MS = 24 * 3_600_000
const DAYS = [1, INVITATION_DAYS_DEFAULT, 30, 90]

/** Shows the form, then the link once. */
export function CreateInvitationDialog({ onClose }: { onClose: () => void }) {
  const text = useText('invitations')
  const ui = useText('ui')
  const queryClient = useQueryClient()
  const [uses, setUses] = useState('1')
  const [days, setDays] = useState(String(INVITATION_DAYS_DEFAULT))
  const [note, setNote] = useState('')
  const create = useMutation({
    mutationFn: () =>
      client.invitations.create({
        max_uses: Number(uses),
        expires_at: new Date(Date.now() + Number(days) * DAY_MS).toISOString(),
        note: note.trim() === '' ? null : note.trim(),
      }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ADMIN_KEY }),
  })
  const faults = fieldErrors(create.error)
  if (create.data !== undefined) {
    return (
      // Another key makes it a new dialog, so that the focus and screen readers start at its beginning.
      <Dialog key="created" open wide title={text.createdTitle} onClose={onClose}>
        <div className="modal-body stack">
          <p>{text.shownOnce}</p>
          <CodeBlock label={text.link} code={create.data.url} />
        </div>
        <div className="modal-foot">
          <Button variant="primary" onClick={onClose}>
            {text.done}
          </Button>
        </div>
      </Dialog>
    )
  }
  const close = closeUnlessPending(create, onClose)
  return (
    <Dialog open title={text.create} onClose={close}>
      <Form className="modal-form" error={create.error} onSubmit={() => create.mutate()}>
        <div className="modal-body stack">
          <Field label={text.maxUses} hint={text.maxUsesHint(INVITATION_MAX_USES)} error={faults.get('max_uses')}>
            <TextInput
              type="number"
              min={1}
              max={INVITATION_MAX_USES}
              value={uses}
              onChange={event => setUses(event.target.value)}
            />
          </Field>
          <Field label={text.validFor} error={faults.get('expires_at')}>
            <Select
              value={days}
              onChange={event => setDays(event.target.value)}
              options={DAYS.map(count => ({ value: String(count), label: text.days(count) }))}
            />
          </Field>
          <Field
            label={text.note}
            hint={text.noteHint}
            error={faults.get('note')}
            counter={{ value: note, max: INVITATION_NOTE_MAX_CHARACTERS }}
          >
            <TextInput value={note} autoComplete="off" onChange={event => setNote(event.target.value)} />
          </Field>
          <FormError error={create.error} fields={['max_uses', 'expires_at', 'note']} />
        </div>
        <div className="modal-foot">
          <Button variant="quiet" onClick={close}>
            {ui.cancel}
          </Button>
          <Button type="submit" variant="primary" busy={create.isPending}>
            {text.create}
          </Button>
        </div>
      </Form>
    </Dialog>
  )
}
