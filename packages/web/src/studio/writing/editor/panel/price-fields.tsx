import { planAllows } from '@galley/contract/identity/plans'
import { PRICE_MAX_JPY } from '@galley/contract/limits'
import { useState } from 'react'
import { Link } from 'react-router'
import { textOf } from '../../../i18n/language.ts'
import { payments } from '../../../payments.ts'
import { useMe } from '../../../session/use-me.ts'
import { Field, Switch, TextInput } from '../../../ui/forms/field.tsx'
import { useSession, useSessionState } from '../session/use-post-session.ts'
import { Section } from './section.tsx'

const FIRST_PRICE_JPY = 500

/** Whether the post is paid, and its price; or what the required plan would add. */
export function PriceFields() {
  const text = textOf('editor')
  const session = useSession()
  const { fields, fieldErrors } = useSessionState()
  const maySell = planAllows(useMe().subscription_plan, 'paid_posts')
  return (
    <Section title={text.sections.price}>
      <div data-field="is_paid">
        <Switch
          label={text.fields.is_paid}
          hint={text.paidHint}
          checked={fields.is_paid}
          disabled={!maySell}
          onChange={({ target: { checked } }) =>
            session.edit({ is_paid: checked, price_jpy: checked ? (fields.price_jpy ?? FIRST_PRICE_JPY) : null })
          }
        />
        {fieldErrors.has('is_paid') && <p className="field-error">{fieldErrors.get('is_paid')}</p>}
      </div>
      {maySell && payments === 'off' && <p className="plan-note">{text.salesOff}</p>}
      {!maySell && <PlanHint isPaid={fields.is_paid} />}
      {fields.is_paid && <PriceField disabled={!maySell} />}
    </Section>
  )
}

/** The field keeps what is typed. If that is no price, it is explained, and the post has no price meanwhile. */
function PriceField({ disabled }: { disabled: boolean }) {
  const text = textOf('editor')
  const session = useSession()
  const { fields, fieldErrors } = useSessionState()
  const [typed, setTyped] = useState('')
  const value = yenIn(typed) === fields.price_jpy ? typed : String(fields.price_jpy ?? '')
  const isWrong = fields.price_jpy === null && value.trim() !== ''
  return (
    <div data-field="price_jpy">
      <Field
        label={text.fields.price_jpy}
        hint={text.priceHint}
        error={isWrong ? text.priceWrong : fieldErrors.get('price_jpy')}
      >
        <TextInput
          inputMode="numeric"
          disabled={disabled}
          value={value}
          onChange={({ target }) => {
            setTyped(target.value)
            session.edit({ price_jpy: yenIn(target.value) })
          }}
        />
      </Field>
    </div>
  )
}

/** Accepts full-width digits, the sign of the currency and commas between thousands. */
function yenIn(typed: string): number | null {
  const number = typed.normalize('NFKC').replaceAll(/[¥円\s]/g, '')
  if (!/^\d+(,\d{3})*$/.test(number)) return null
  const price = Number(number.replaceAll(',', ''))
  return price <= PRICE_MAX_JPY ? price : null
}

function PlanHint({ isPaid }: { isPaid: boolean }) {
  const text = textOf('editor')
  const plan = textOf('shell').plans.pro_plus
  return (
    <p className="plan-note">
      {isPaid ? text.paidLapsed(plan) : text.paidNeedsPlan(plan)} <Link to="/studio/settings/plan">{text.toPlan}</Link>
    </p>
  )
}
