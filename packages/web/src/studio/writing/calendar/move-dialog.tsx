import { useState } from 'react'
import { Link } from 'react-router'
import { client } from '../../client.ts'
import { fieldErrors } from '../../errors/describe-error.ts'
import { formatMoment, fullZoneName } from '../../i18n/format.ts'
import { textOf } from '../../i18n/language.ts'
import { Button } from '../../ui/button.tsx'
import { DateTimeInput, Field } from '../../ui/forms/field.tsx'
import { Form, FormError } from '../../ui/forms/form.tsx'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import { useAction } from '../../ui/use-action.ts'
import type { Entry } from './calendar-queries.ts'

export function MoveDialog({ entry, onClose }: { entry: Entry; onClose: () => void }) {
  const text = textOf('calendar')
  const [at, setAt] = useState<Date | undefined>(() => new Date(entry.at))
  const change = useAction({
    // Without a status: a post that was published in the meantime must not be unpublished.
    call: (to: Date | null) => client.posts.change(entry.id, { scheduled_for: to?.toISOString() ?? null }),
    changes: { queryKey: ['posts'] },
    done: ({ scheduled_for }) => (scheduled_for ? text.moved(formatMoment(scheduled_for)) : text.cancelled),
  })

  const onSuccess = () => {
    onClose()
    // On its new day the entry is a new element, and the focus would be lost with the old one.
    requestAnimationFrame(() => {
      if (document.activeElement === document.body) document.getElementById(`entry-${entry.id}`)?.focus()
    })
  }

  function submit(): void {
    if (at) change.mutate(at, { onSuccess })
  }

  return (
    <Dialog title={text.moveTitle} onClose={onClose}>
      <Form className="modal-form" error={change.error} onSubmit={submit}>
        <div className="modal-body">
          <p>
            <strong>{entry.title}</strong>
            <br />
            <Link to={`/studio/posts/${entry.id}`}>{text.open}</Link>
          </p>
          <Field
            label={text.movedTo}
            hint={text.inZone(fullZoneName(at ?? entry.at))}
            error={at === undefined ? text.chooseTime : fieldErrors(change.error).get('scheduled_for')}
          >
            <DateTimeInput value={at} min={new Date()} onChange={setAt} />
          </Field>
          <FormError error={change.error} fields={['scheduled_for']} issue={at === undefined && text.chooseTime} />
        </div>
        <div className="modal-foot">
          <Button
            variant="quiet"
            busy={change.isPending && change.variables === null}
            onClick={() => change.mutate(null, { onSuccess })}
          >
            {text.cancelSchedule}
          </Button>
          <Button type="submit" variant="primary" busy={change.isPending && change.variables !== null}>
            {text.move}
          </Button>
        </div>
      </Form>
    </Dialog>
  )
}
