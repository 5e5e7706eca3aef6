import type { ReactNode } from 'react'
import { useText } from '../../i18n/language.ts'
import { Button } from '../button.tsx'
import { Dialog } from '../overlays/dialog.tsx'
import { Form } from './form.tsx'
import { FormError } from './form-error.tsx'

interface Props {
  readonly title: string
  /** The label of the button that sends the form. */
  readonly submit: string
  readonly danger?: boolean
  /** The call that the form starts. */
  readonly action: { readonly isPending: boolean; readonly error: unknown }
  /** An error that was found before sending; it is shown at its field. */
  readonly issue?: string | false | undefined
  /** The API's fields whose errors are shown beside them. */
  readonly fields: readonly string[]
  /** The dialog stays open until the response arrives, because that is shown only once. */
  readonly waits?: boolean
  readonly onSubmit: () => void
  readonly onClose: () => void
  readonly children: ReactNode
}

/** A form in a dialog: fields, errors, and two buttons. */
export function FormDialog({
  title,
  submit,
  danger,
  action,
  issue,
  fields,
  waits,
  onSubmit,
  onClose,
  children,
}: Props) {
  const text = useText('ui')
  const { error, isPending } = action
  const close = () => (waits && isPending) || onClose()
  return (
    <Dialog title={title} onClose={close}>
      <Form className="modal-form" error={error} onSubmit={onSubmit}>
        <div className="modal-body">
          {children}
          <FormError error={error} issue={issue} fields={fields} />
        </div>
        <div className="modal-foot">
          <Button variant="quiet" onClick={close}>
            {text.cancel}
          </Button>
          <Button type="submit" variant={danger ? 'danger' : 'primary'} busy={isPending}>
            {submit}
          </Button>
        </div>
      </Form>
    </Dialog>
  )
}
