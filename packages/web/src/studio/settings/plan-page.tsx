import { CAPABILITIES, type Capability, PLANS, type Plan, planAllows } from '@galley/contract/identity/plans'
import { useQuery } from '@tanstack/react-query'
import { client } from '../client.ts'
import { formatBytes } from '../i18n/format.ts'
import { textOf } from '../i18n/language.ts'
import { useMe } from '../session/use-me.ts'
import { Page } from '../shell/page.tsx'
import { classNames } from '../ui/class-names.ts'
import { Badge } from '../ui/display/badge.tsx'
import { CodeBlock } from '../ui/display/code-block.tsx'
import { Loaded } from '../ui/display/loaded.tsx'
import { Icon } from '../ui/icons.tsx'

const ROWS = Object.keys(CAPABILITIES) as Capability[]

export function PlanPage() {
  const text = textOf('settings')
  const { plans } = textOf('shell')
  const { username, subscription_plan: plan } = useMe()
  const storage = useQuery({ queryKey: ['storage'], queryFn: ({ signal }) => client.me.storage({ signal }) })
  const next = PLANS[PLANS.indexOf(plan) + 1]
  return (
    <Page title={text.plan}>
      <p className="lead">{text.planIntro(plans[plan])}</p>
      <table className="plans">
        <caption className="visually-hidden">{text.plansCompared}</caption>
        <thead>
          <tr>
            <td />
            {PLANS.map(name => (
              <th key={name} scope="col" className={classNames(name === plan && 'is-mine')}>
                {plans[name]} {name === plan && <Badge tone="accent">{text.youAreHere}</Badge>}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          <Row name={text.writing} explained={text.writingExplained} mine={plan} allows={() => true} />
          {ROWS.map(capability => (
            <Row
              key={capability}
              {...text.capabilities[capability]}
              mine={plan}
              allows={name => planAllows(name, capability)}
            />
          ))}
        </tbody>
      </table>
      <section className="section">
        <h2>{text.storage}</h2>
        <Loaded query={storage} lines={2}>
          {({ used_bytes, limit_bytes, texts_bytes, uploads_bytes }) => (
            <div className="storage">
              {limit_bytes !== null && (
                <meter
                  aria-label={text.storage}
                  value={used_bytes}
                  max={limit_bytes}
                  high={limit_bytes * 0.9}
                  optimum={0}
                />
              )}
              <p>
                {limit_bytes === null
                  ? formatBytes(used_bytes)
                  : text.storageOf(formatBytes(used_bytes), formatBytes(limit_bytes))}
                <span className="muted">{text.storageParts(formatBytes(texts_bytes), formatBytes(uploads_bytes))}</span>
              </p>
              {limit_bytes !== null && used_bytes >= limit_bytes && <p>{text.storageFull}</p>}
            </div>
          )}
        </Loaded>
      </section>
      <section className="section">
        <h2>{text.changePlan}</h2>
        <p>{next ? text.changePlanBody : text.highestPlan}</p>
        {next && (
          <>
            <CodeBlock label={plans[next]} code={`npm run -s galley -- users set-plan ${username} ${next}`} />
            <p className="muted">{text.changePlanAtOnce}</p>
          </>
        )}
      </section>
    </Page>
  )
}

interface RowProps {
  readonly name: string
  readonly explained: string
  readonly mine: Plan
  readonly allows: (plan: Plan) => boolean
}

function Row({ name, explained, mine, allows }: RowProps) {
  const text = textOf('settings')
  return (
    <tr>
      <th scope="row">
        {name}
        <span className="muted">{explained}</span>
      </th>
      {PLANS.map(plan => (
        <td key={plan} className={classNames(plan === mine && 'is-mine')}>
          {allows(plan) && <Icon name="check" />}
          <span className="visually-hidden">{allows(plan) ? text.included : text.notIncluded}</span>
        </td>
      ))}
    </tr>
  )
}
