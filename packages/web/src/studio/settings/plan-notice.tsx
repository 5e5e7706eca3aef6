import { CAPABILITIES, type Capability } from '@galley/contract/identity/plans'
import { Link } from 'react-router'
import { textOf } from '../i18n/language.ts'
import { Banner } from '../ui/display/banner.tsx'

interface Props {
  readonly needs: Capability
  readonly title: (plan: string) => string
  readonly children: string
}

/** Shown if the plan lacks a feature: what the required plan includes, and a link. */
export function PlanNotice({ needs, title, children }: Props) {
  const text = textOf('settings')
  const { plans } = textOf('shell')
  return (
    <Banner
      tone="accent"
      title={title(plans[CAPABILITIES[needs]])}
      action={
        <Link className="button" to="/studio/settings/plan">
          {text.seePlans}
        </Link>
      }
    >
      <p>{children}</p>
    </Banner>
  )
}
