import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { client } from '../../client.ts'
import { fieldErrors } from '../../errors/describe-error.ts'
import { useText } from '../../i18n/language.ts'
import { Button } from '../../ui/button.tsx'
import { Loaded } from '../../ui/display/loaded.tsx'
import { Field } from '../../ui/forms/field.tsx'
import { Form } from '../../ui/forms/form.tsx'
import { FormError } from '../../ui/forms/form-error.tsx'
import { TextInput } from '../../ui/forms/text-input.tsx'
import { useToast } from '../../ui/overlays/toast.tsx'
import { EmailStatus } from './email-status.tsx'

const EMAIL_KEY = ['email']

/** The e-mail address: whether mails reach it, and how to change it. */
export function EmailForm() {
  const text = useText('email')
  const toast = useToast()
  const queryClient = useQueryClient()
  const state = useQuery({ queryKey: EMAIL_KEY, queryFn: ({ signal }) => client.me.email({ signal }) })
  const [email, setEmail] = useState('')
  const [password, setPassword] = useState('')
  const sent = (next: Awaited<ReturnType<typeof client.me.email>>) => {
    queryClient.setQueryData(EMAIL_KEY, next)
    toast(text.linkSent, { tone: 'good' })
  }
  const change = useMutation({
    mutationFn: () => client.me.changeEmail({ email, current_password: password }),
    onSuccess: next => {
      setEmail('')
      setPassword('')
      sent(next)
    },
  })
  const resend = useMutation({ mutationFn: () => client.me.sendVerification(), onSuccess: sent })
  const faults = fieldErrors(change.error)

  return (
    <section className="section">
      <h2>{text.title}</h2>
      <Loaded query={state}>
        {found => (
          <>
            <EmailStatus state={found} resending={resend.isPending} onResend={() => resend.mutate()} />
            <FormError error={resend.error} fields={[]} />
            {found.mail_enabled && (
              <Form className="form" error={change.error} onSubmit={() => change.mutate()}>
                <Field label={text.newAddress} hint={text.newAddressHint} error={faults.get('email')}>
                  <TextInput
                    type="email"
                    autoComplete="email"
                    value={email}
                    onChange={event => setEmail(event.target.value)}
                  />
                </Field>
                <Field label={text.currentPassword} error={faults.get('current_password')}>
                  <TextInput
                    type="password"
                    autoComplete="current-password"
                    value={password}
                    onChange={event => setPassword(event.target.value)}
                  />
                </Field>
                <FormError error={change.error} fields={['email', 'current_password']} />
                <div className="row">
                  <Button type="submit" busy={change.isPending}>
                    {text.change}
                  </Button>
                </div>
              </Form>
            )}
          </>
        )}
      </Loaded>
    </section>
  )
}
