import { DELETION_DAYS } from '@galley/contract/limits'
import { useState } from 'react'
import { client } from '../../client.ts'
import { fieldErrors } from '../../errors/describe-error.ts'
import { textOf } from '../../i18n/language.ts'
import { Button } from '../../ui/button.tsx'
import { PasswordField, UserNameInput } from '../../ui/forms/field.tsx'
import { FormDialog } from '../../ui/forms/form.tsx'
import { useAction } from '../../ui/use-action.ts'

/** Deletes the account after asking for its password. The site opens afterwards, since the studio needs an account. */
export function DeleteAccount({ username }: { username: string }) {
  const text = textOf('settings')
  const [isOpen, setOpen] = useState(false)
  return (
    <section className="section">
      <h2>{text.deleteAccount}</h2>
      <p className="muted">{text.deleteAccountIntro(DELETION_DAYS)}</p>
      <div className="row">
        <Button variant="danger" onClick={() => setOpen(true)}>
          {text.deleteAccount}
        </Button>
      </div>
      {isOpen && <DeleteDialog username={username} onClose={() => setOpen(false)} />}
    </section>
  )
}

function DeleteDialog({ username, onClose }: { username: string; onClose: () => void }) {
  const text = textOf('settings')
  const [password, setPassword] = useState('')
  const remove = useAction({
    call: () => client.me.delete({ current_password: password }),
    onSuccess: () => location.assign('/'),
  })
  return (
    <FormDialog
      title={text.deleteAccountTitle(username)}
      submit={text.deleteAccountConfirm}
      danger
      action={remove}
      fields={['current_password']}
      onSubmit={() => remove.mutate()}
      onClose={onClose}
    >
      <p>{text.deleteAccountBody(DELETION_DAYS)}</p>
      <UserNameInput username={username} />
      <PasswordField
        label={text.currentPassword}
        error={fieldErrors(remove.error).get('current_password')}
        value={password}
        onChange={setPassword}
      />
    </FormDialog>
  )
}
