import { PASSWORD_MIN_CHARACTERS } from '@galley/contract/limits'
import { useState } from 'react'
import { client } from '../../client.ts'
import { fieldErrors } from '../../errors/describe-error.ts'
import { useText } from '../../i18n/language.ts'
import { Button } from '../../ui/button.tsx'
import { Field, TextInput } from '../../ui/forms/field.tsx'
import { Form, FormError } from '../../ui/forms/form.tsx'
import { useAction } from '../../ui/use-action.ts'

export function PasswordForm({ username }: { username: string }) {
  const text = useText('settings')
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
      {/* Password managers use this field as the user name of the stored password. */}
      <input type="text" autoComplete="username" value={username} readOnly hidden />
      <Field label={text.currentPassword} error={errors.get('current_password')}>
        <TextInput
          type="password"
          autoComplete="current-password"
          value={current}
          onChange={event => setCurrent(event.target.value)}
        />
      </Field>
      <Field
        label={text.newPassword}
        hint={text.newPasswordHint(PASSWORD_MIN_CHARACTERS)}
        error={errors.get('password')}
      >
        <TextInput
          type="password"
          autoComplete="new-password"
          value={password}
          onChange={event => setPassword(event.target.value)}
        />
      </Field>
      <FormError error={change.error} fields={['current_password', 'password']} />
      <div className="row">
        <Button type="submit" busy={change.isPending}>
          {text.changePassword}
        </Button>
      </div>
    </Form>
  )
}
