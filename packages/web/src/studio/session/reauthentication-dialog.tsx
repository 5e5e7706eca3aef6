import { ApiError } from '@galley/client'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { client } from '../client.ts'
import { describeError, fieldErrors } from '../errors/describe-error.ts'
import { textOf } from '../i18n/language.ts'
import { Button } from '../ui/button.tsx'
import { ErrorText } from '../ui/error-text.tsx'
import { PasswordField, UserNameInput } from '../ui/forms/field.tsx'
import { FormDialog } from '../ui/forms/form.tsx'
import { useAction } from '../ui/use-action.ts'
import { confirmWithPasskey, hasBrowserPasskeys, passkeysQuery } from './passkeys.ts'
import { usePasswordQuestion } from './reauthentication.ts'
import { useMe } from './use-me.ts'

/** Asks for the password when an action needs it. */
export function ReauthenticationDialog() {
  const question = usePasswordQuestion()
  return question === undefined ? null : <Question settle={question.settle} />
}

function Question({ settle }: { settle: (isConfirmed: boolean) => void }) {
  const text = textOf('security')
  const me = useMe()
  const [password, setPassword] = useState('')
  const confirm = useAction({ call: () => client.session.confirm({ password }), onSuccess: () => settle(true) })
  const passkeys = useQuery(passkeysQuery).data?.passkeys ?? []
  const byPasskey = useAction({ call: confirmWithPasskey, onSuccess: () => settle(true) })
  return (
    <FormDialog
      title={text.proofTitle}
      submit={text.confirm}
      action={confirm}
      fields={['password']}
      onSubmit={() => confirm.mutate()}
      onClose={() => settle(false)}
    >
      <p>{text.proofText}</p>
      <UserNameInput username={me.username} />
      <PasswordField
        label={text.password}
        error={fieldErrors(confirm.error).has('password') ? text.wrongPassword : undefined}
        value={password}
        onChange={setPassword}
      />
      {passkeys.length > 0 && hasBrowserPasskeys() && (
        <div className="row">
          <Button busy={byPasskey.isPending} onClick={() => byPasskey.mutate()}>
            {text.usePasskey}
          </Button>
        </div>
      )}
      <ErrorText>
        {byPasskey.isError &&
          (byPasskey.error instanceof ApiError ? describeError(byPasskey.error) : text.passkeyFailed)}
      </ErrorText>
    </FormDialog>
  )
}
