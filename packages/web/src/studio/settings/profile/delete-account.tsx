import { DELETION_DAYS } from '@galley/contract/limits'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { client } from '../../client.ts'
import { fieldErrors } from '../../errors/describe-error.ts'
import { useText } from '../../i18n/language.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/forms/field.tsx'
import { Form } from '../../ui/forms/form.tsx'
import { FormError } from '../../ui/forms/form-error.tsx'
import { TextInput } from '../../ui/forms/text-input.tsx'
import { Dialog } from '../../ui/overlays/dialog.tsx'

/** Deletes the account after asking for its password. The site opens afterwards, since the studio needs an account. */
export function DeleteAccount({ username }: { username: string }) {
  const text = useText('settings')
  const ui = useText('ui')
  const [isOpen, setOpen] = useState(false)
  const [password, setPassword] = useState('')
  const remove = useMutation({
    mutationFn: () => client.me.delete({ current_password: password }),
    onSuccess: () => location.assign('/'),
  })
  const faults = fieldErrors(remove.error)
  const close = () => {
    setOpen(false)
    setPassword('')
    remove.reset()
  }
  return (
    <section className="section">
      <h2>{text.deleteAccount}</h2>
      <p className="muted">{text.deleteAccountIntro(DELETION_DAYS)}</p>
      <div className="row">
        <Button variant="danger" onClick={() => setOpen(true)}>
          {text.deleteAccount}
        </Button>
      </div>
      <Dialog open={isOpen} title={text.deleteAccountTitle(username)} onClose={close}>
        <Form className="modal-form" error={remove.error} onSubmit={() => remove.mutate()}>
          <div className="modal-body">
            <p>{text.deleteAccountBody(DELETION_DAYS)}</p>
            {/* Password managers use this field as the user name of the stored password. */}
            <input type="text" autoComplete="username" value={username} readOnly hidden />
            <Field label={text.currentPassword} error={faults.get('current_password')}>
              <TextInput
                type="password"
                autoComplete="current-password"
                value={password}
                onChange={event => setPassword(event.target.value)}
              />
            </Field>
            <FormError error={remove.error} fields={['current_password']} />
          </div>
          <div className="modal-foot">
            <Button variant="quiet" onClick={close}>
              {ui.cancel}
            </Button>
            <Button type="submit" variant="danger" busy={remove.isPending}>
              {text.deleteAccountConfirm}
            </Button>
          </div>
        </Form>
      </Dialog>
    </section>
  )
}
