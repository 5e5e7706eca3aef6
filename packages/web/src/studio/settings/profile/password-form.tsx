import { PASSWORD_MIN_CHARACTERS } from '@galley/contract/limits'
import { useState } from 'react'
import { client } from '../../client.ts'
import { fieldErrors } from '../../errors/describe-error.ts'
import { textOf } from '../../i18n/language.ts'
import { Button } from '../../ui/button.tsx'
import { PasswordField, UserNameInput } from '../../ui/forms/field.tsx'
import { Form, FormError } from '../../ui/forms/form.tsx'
import { useAction } from '../../ui/use-action.ts'

export function PasswordForm({ username }: { username: string }) {
  const text = textOf('settings')
  const [current, setCurrent] = useState('')
  const [password, setPassword] = useState('')
  const change = useAction({
    call: () => client.me.change({ current_password: current, password }),
    changes: { queryKey: ['sessions'] },
    done: text.passwordChanged,
    onSuccess: () => {
      setCurrent('')
      setPassword('')
    },
  })
  const errors = fieldErrors(change.error)

  return (
    <Form className="form" error={change.error} onSubmit={() => change.mutate()}>
      <UserNameInput username={username} />
      <PasswordField
        label={text.currentPassword}
        error={errors.get('current_password')}
        value={current}
        onChange={setCurrent}
      />
      <PasswordField
        label={text.newPassword}
        hint={text.newPasswordHint(PASSWORD_MIN_CHARACTERS)}
        error={errors.get('password')}
        isNew
        value={password}
        onChange={setPassword}
      />
      <FormError error={change.error} fields={['current_password', 'password']} />
      <div className="row">
        <Button type="submit" busy={change.isPending}>
          {text.changePassword}
        </Button>
      </div>
    </Form>
  )
}
