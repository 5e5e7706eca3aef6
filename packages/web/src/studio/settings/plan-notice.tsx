import { CAPABILITIES, type Capability } from '@galley/contract/plans'
import { Link } from 'react-router'
import { useText } from '../i18n/language.ts'
import { settingsText } from '../i18n/settings.ts'
import { shellText } from '../i18n/shell.ts'
import { Banner } from '../ui/banner.tsx'

interface Props {
  readonly needs: Capability
  readonly title: (plan: string) => string
  readonly children: string
}

/** Shown if the plan lacks a feature: what the required plan includes, and a link. */
export function PlanNotice({ needs, title, children }: Props) {
  const text = useText(settingsText)
  const { plans } = useText(shellText)
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
