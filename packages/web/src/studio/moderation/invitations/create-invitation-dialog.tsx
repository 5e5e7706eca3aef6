import { INVITATION_DAYS_DEFAULT, INVITATION_MAX_USES, INVITATION_NOTE_MAX_CHARACTERS } from '@galley/contract/limits'
import { useState } from 'react'
import { client } from '../../client.ts'
import { fieldErrors } from '../../errors/describe-error.ts'
import { textOf } from '../../i18n/language.ts'
import { CodeBlock } from '../../ui/display/code-block.tsx'
import { Field, Select, TextInput } from '../../ui/forms/field.tsx'
import { FormDialog } from '../../ui/forms/form.tsx'
import { ShownOnceDialog } from '../../ui/overlays/dialog.tsx'
import { useAction } from '../../ui/use-action.ts'
import { ADMIN } from '../admin-queries.ts'

const DAY_MS = 24 * 3_600_000
const DAYS = [1, INVITATION_DAYS_DEFAULT, 30, 90]

/** Shows the form, then the link once. */
export function CreateInvitationDialog({ onClose }: { onClose: () => void }) {
  const text = textOf('invitations')
  const [uses, setUses] = useState('1')
  const [days, setDays] = useState(String(INVITATION_DAYS_DEFAULT))
  const [note, setNote] = useState('')
  const create = useAction({
    call: () =>
      client.invitations.create({
        max_uses: Number(uses),
        expires_at: new Date(Date.now() + Number(days) * DAY_MS).toISOString(),
        note: note.trim() === '' ? null : note.trim(),
      }),
    changes: ADMIN,
  })
  if (create.data !== undefined) return <CreatedInvitation url={create.data.url} onClose={onClose} />
  const errors = fieldErrors(create.error)
  return (
    <FormDialog
      title={text.create}
      submit={text.create}
      action={create}
      fields={['max_uses', 'expires_at', 'note']}
      waits
      onSubmit={() => create.mutate()}
      onClose={onClose}
    >
      <Field label={text.maxUses} hint={text.maxUsesHint(INVITATION_MAX_USES)} error={errors.get('max_uses')}>
        <TextInput
          type="number"
          min={1}
          max={INVITATION_MAX_USES}
          value={uses}
          onChange={event => setUses(event.target.value)}
        />
      </Field>
      <Field label={text.validFor} error={errors.get('expires_at')}>
        <Select
          value={days}
          onChange={event => setDays(event.target.value)}
          options={DAYS.map(count => ({ value: String(count), label: text.days(count) }))}
        />
      </Field>
      <Field
        label={text.note}
        hint={text.noteHint}
        error={errors.get('note')}
        counter={{ value: note, max: INVITATION_NOTE_MAX_CHARACTERS }}
      >
        <TextInput value={note} autoComplete="off" onChange={event => setNote(event.target.value)} />
      </Field>
    </FormDialog>
  )
}

function CreatedInvitation({ url, onClose }: { url: string; onClose: () => void }) {
  const text = textOf('invitations')
  return (
    <ShownOnceDialog wide title={text.createdTitle} done={text.done} onClose={onClose}>
      <p>{text.shownOnce}</p>
      <CodeBlock label={text.link} code={url} />
    </ShownOnceDialog>
  )
}
