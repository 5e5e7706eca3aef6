import type { EmailState } from '@galley/client'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { client } from '../../client.ts'
import { fieldErrors } from '../../errors/describe-error.ts'
import { textOf } from '../../i18n/language.ts'
import { Button } from '../../ui/button.tsx'
import { Banner } from '../../ui/display/banner.tsx'
import { Loaded } from '../../ui/display/loaded.tsx'
import { Field, PasswordField, TextInput } from '../../ui/forms/field.tsx'
import { Form, FormError } from '../../ui/forms/form.tsx'
import { useAction } from '../../ui/use-action.ts'

const EMAIL_KEY = ['email']

/** The e-mail address: whether mails reach it, and how to change it. */
export function EmailForm() {
  const text = textOf('email')
  const queries = useQueryClient()
  const state = useQuery({ queryKey: EMAIL_KEY, queryFn: ({ signal }) => client.me.email({ signal }) })
  const [email, setEmail] = useState('')
  const [password, setPassword] = useState('')
  const show = (next: EmailState) => void queries.setQueryData(EMAIL_KEY, next)
  const change = useAction({
    call: () => client.me.changeEmail({ email, current_password: password }),
    done: text.linkSent,
    onSuccess: next => {
      setEmail('')
      setPassword('')
      show(next)
    },
  })
  const resend = useAction({ call: () => client.me.sendVerification(), done: text.linkSent, onSuccess: show })
  const errors = fieldErrors(change.error)

  return (
    <section className="section">
      <h2>{text.title}</h2>
      <Loaded query={state}>
        {found => (
          <>
            <EmailStatus state={found} resending={resend.isPending} onResend={() => resend.mutate()} />
            <FormError error={resend.error} />
            {found.mail_enabled && (
              <Form className="form" error={change.error} onSubmit={() => change.mutate()}>
                <Field label={text.newAddress} hint={text.newAddressHint} error={errors.get('email')}>
                  <TextInput
                    type="email"
                    autoComplete="email"
                    value={email}
                    onChange={event => setEmail(event.target.value)}
                  />
                </Field>
                <PasswordField
                  label={text.currentPassword}
                  error={errors.get('current_password')}
                  value={password}
                  onChange={setPassword}
                />
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

function EmailStatus(props: { state: EmailState; resending: boolean; onResend: () => void }) {
  const { email, verified, pending, undeliverable, mail_enabled } = props.state
  const text = textOf('email')
  return (
    <>
      <p>
        <strong>{email}</strong> <span className="muted">{verified ? text.verified : text.notVerified}</span>
      </p>
      {pending !== null && <p>{text.pending(pending)}</p>}
      {undeliverable !== null && (
        <Banner tone="bad" title={text.undeliverableTitle}>
          <p>
            {text.undeliverable} <code>{undeliverable.reason}</code>
          </p>
        </Banner>
      )}
      {!mail_enabled && <p className="muted">{text.noMail}</p>}
      {mail_enabled && (pending !== null || !verified) && (
        <div className="row">
          <Button busy={props.resending} onClick={props.onResend}>
            {text.resend}
          </Button>
        </div>
      )}
    </>
  )
}
