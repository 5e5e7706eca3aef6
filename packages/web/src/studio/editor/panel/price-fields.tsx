import { planAllows } from '@galley/contract/accounts/plans'
import { Link } from 'react-router'
import { useText } from '../../i18n/language.ts'
import { payments } from '../../payments.ts'
import { useMe } from '../../session/use-me.ts'
import { Field } from '../../ui/forms/field.tsx'
import { Switch } from '../../ui/forms/switch.tsx'
import { TextInput } from '../../ui/forms/text-input.tsx'
import { useSession, useSessionState } from '../session/use-post-session.ts'
import { Section } from './section.tsx'

const FIRST_PRICE_JPY = 500

/** Whether the post is paid, and its price; or what the required plan would add. */
export function PriceFields() {
  const text = useText('editor')
  const session = useSession()
  const { fields, faults } = useSessionState()
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
        {faults.has('is_paid') && <p className="field-error">{faults.get('is_paid')}</p>}
      </div>
      {maySell && payments === 'off' && <p className="plan-note">{text.salesOff}</p>}
      {!maySell && <PlanHint isPaid={fields.is_paid} />}
      {fields.is_paid && (
        <div data-field="price_jpy">
          <Field label={text.fields.price_jpy} hint={text.priceHint} error={faults.get('price_jpy')}>
            <TextInput
              inputMode="numeric"
              disabled={!maySell}
              value={fields.price_jpy ?? ''}
              onChange={event => session.edit({ price_jpy: yenIn(event.target.value) })}
            />
          </Field>
        </div>
      )}
    </Section>
  )
}

/** Accepts full-width digits; ignores all other characters. */
function yenIn(typed: string): number | null {
  const digits = typed.normalize('NFKC').replace(/\D/g, '').slice(0, 9)
  return digits ? Number(digits) : null
}

function PlanHint({ isPaid }: { isPaid: boolean }) {
  const text = useText('editor')
  const plan = useText('shell').plans.pro_plus
  return (
    <p className="plan-note">
      {isPaid ? text.paidLapsed(plan) : text.paidNeedsPlan(plan)} <Link to="/studio/settings/plan">{text.toPlan}</Link>
    </p>
  )
}
