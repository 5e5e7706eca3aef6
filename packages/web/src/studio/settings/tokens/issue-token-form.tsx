import type { IssueToken, TokenRecord } from '@galley/client'
import { TOKEN_SCOPES, type TokenScope } from '@galley/contract/accounts/scopes'
import { TOKEN_NAME_MAX_CHARACTERS } from '@galley/contract/limits'
import { useState } from 'react'
import { fieldErrors } from '../../errors/describe-error.ts'
import { zoneName } from '../../i18n/format.ts'
import { useText } from '../../i18n/language.ts'
import { Button } from '../../ui/button.tsx'
import { DateTimeInput } from '../../ui/forms/date-time-input.tsx'
import { Field } from '../../ui/forms/field.tsx'
import { Form } from '../../ui/forms/form.tsx'
import { FormError } from '../../ui/forms/form-error.tsx'
import { Select } from '../../ui/forms/select.tsx'
import { TextInput } from '../../ui/forms/text-input.tsx'
import { type Expiry, expiryOf } from './expiry.ts'
import { ScopeFields } from './scope-fields.tsx'

interface Props {
  readonly reissued: TokenRecord | undefined
  readonly taken: readonly string[]
  readonly busy: boolean
  readonly error: unknown
  readonly onSubmit: (token: IssueToken) => void
  readonly onClose: () => void
}

export function IssueTokenForm({ reissued, taken, busy, error, onSubmit, onClose }: Props) {
  const text = useText('tokens')
  const ui = useText('ui')
  const [name, setName] = useState(reissued?.name ?? '')
  const [scopes, setScopes] = useState<readonly TokenScope[]>(reissued?.scopes ?? TOKEN_SCOPES)
  const [expiry, setExpiry] = useState<Expiry>('90')
  const [chosen, setChosen] = useState<Date>()
  const [unchosen, setUnchosen] = useState(false)
  const faults = fieldErrors(error)
  const replaces = reissued === undefined && taken.includes(name)

  function submit(): void {
    const expires_at = expiryOf(expiry, chosen)
    setUnchosen(expires_at === undefined)
    if (expires_at !== undefined) onSubmit({ name, scopes: [...scopes], expires_at })
  }

  return (
    <Form className="modal-form" error={error} onSubmit={submit}>
      <div className="modal-body">
        {reissued !== undefined ? (
          <p>{text.reissueIntro}</p>
        ) : (
          <Field
            label={text.name}
            hint={replaces ? text.replaces(name) : text.nameHint}
            error={faults.get('name')}
            counter={{ value: name, max: TOKEN_NAME_MAX_CHARACTERS }}
          >
            <TextInput value={name} autoComplete="off" onChange={event => setName(event.target.value)} />
          </Field>
        )}
        <ScopeFields scopes={scopes} error={faults.get('scopes')} onChange={setScopes} />
        <Field label={text.expires} error={expiry === 'chosen' ? undefined : faults.get('expires_at')}>
          <Select
            value={expiry}
            onChange={event => setExpiry(event.target.value as Expiry)}
            options={[
              { value: '7', label: text.inDays(7) },
              { value: '30', label: text.inDays(30) },
              { value: '90', label: text.inDays(90) },
              { value: '365', label: text.inAYear },
              { value: 'chosen', label: text.onDate },
              { value: 'never', label: text.never },
            ]}
          />
        </Field>
        {expiry === 'chosen' && (
          <Field
            label={text.expiresAt}
            hint={text.inZone(zoneName(chosen ?? Date.now()))}
            error={unchosen && chosen === undefined ? text.chooseTime : faults.get('expires_at')}
          >
            <DateTimeInput value={chosen} min={new Date()} onChange={setChosen} />
          </Field>
        )}
        <FormError
          error={error}
          fields={reissued === undefined ? ['name', 'scopes', 'expires_at'] : ['scopes', 'expires_at']}
          fault={unchosen && expiry === 'chosen' && chosen === undefined && text.chooseTime}
        />
      </div>
      <div className="modal-foot">
        <Button variant="quiet" onClick={onClose}>
          {ui.cancel}
        </Button>
        <Button type="submit" variant="primary" busy={busy}>
          {replaces || reissued !== undefined ? text.reissue : text.issue}
        </Button>
      </div>
    </Form>
  )
}
