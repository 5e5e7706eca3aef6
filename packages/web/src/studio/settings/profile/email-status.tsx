import type { EmailState } from '@galley/client'
import { useText } from '../../i18n/language.ts'
import { Button } from '../../ui/button.tsx'
import { Banner } from '../../ui/display/banner.tsx'

export function EmailStatus(props: { state: EmailState; resending: boolean; onResend: () => void }) {
  const { email, verified, pending, undeliverable, mail_enabled } = props.state
  const text = useText('email')
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
