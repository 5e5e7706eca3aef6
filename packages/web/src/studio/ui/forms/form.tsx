import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { describeError, fieldErrors } from '../../errors/describe-error.ts'
import { textOf } from '../../i18n/language.ts'
import { Button } from '../button.tsx'
import { Dialog } from '../overlays/dialog.tsx'

interface Props {
  readonly className: string
  /** Why the server rejected it. */
  readonly error: unknown
  readonly onSubmit: () => void
  readonly children: ReactNode
}

/** A form that focuses its first invalid field when it is rejected by the browser or by the server. */
export function Form({ className, error, onSubmit, children }: Props) {
  const form = useRef<HTMLFormElement>(null)
  const [attempts, setAttempts] = useState(0)

  // biome-ignore lint/correctness/useExhaustiveDependencies: each rejection counts, also one with the same errors
  useEffect(() => {
    form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [attempts, error])

  function submit(event: FormEvent): void {
    event.preventDefault()
    onSubmit()
    setAttempts(before => before + 1)
  }

  return (
    <form ref={form} className={className} onSubmit={submit} noValidate>
      {children}
    </form>
  )
}

interface FormErrorProps {
  readonly error: unknown
  /** An error that was found before sending; it is shown at its field. */
  readonly issue?: string | false | undefined
  /** The API's fields whose errors the form shows beside them: here they are only announced. */
  readonly fields?: readonly string[]
}

/** Why a form or an action was rejected. */
export function FormError({ error, issue, fields = [] }: FormErrorProps) {
  if (!error && !issue) return null
  const invalid = [...fieldErrors(error).keys()]
  const isShown = Boolean(issue) || (invalid.length > 0 && invalid.every(field => fields.includes(field)))
  return (
    <p className={isShown ? 'visually-hidden' : 'field-error'} role="alert">
      {issue || describeError(error)}
    </p>
  )
}

interface FormDialogProps {
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
}: FormDialogProps) {
  const text = textOf('ui')
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
