import { useId } from 'react'
import { Link } from 'react-router'
import { useText } from '../i18n/language.ts'
import { Page } from '../shell/page.tsx'
import { CopyButton } from '../ui/copy-button.tsx'
import { Activity } from './assistants/activity.tsx'
import { setUpLines } from './assistants/set-up-lines.ts'

/** How to connect an assistant, and what assistants have done. */
export function AssistantsPage() {
  const text = useText('assistants')
  const lines = setUpLines(location.origin)
  return (
    <Page title={text.title}>
      <p className="lead">{text.intro}</p>
      <section className="section" aria-labelledby="connect">
        <h2 id="connect">{text.connect}</h2>
        <p>{text.connectHint}</p>
        <dl className="set-up-lines">
          <SetUpLine label={text.address} line={`${location.origin}/mcp`} />
          {(Object.keys(lines) as (keyof typeof lines)[]).map(name => (
            <SetUpLine key={name} label={text.clients[name]} line={lines[name]} />
          ))}
        </dl>
        <p>{text.onTheWeb}</p>
        <p>
          {text.withToken} <Link to="/studio/settings/tokens">{text.toTokens}</Link>
        </p>
      </section>
      <Activity />
    </Page>
  )
}

function SetUpLine({ label, line }: { label: string; line: string }) {
  const id = useId()
  return (
    <div>
      <dt id={id}>{label}</dt>
      <dd>
        <code>{line}</code>
        <CopyButton value={line} describedBy={id} />
      </dd>
    </div>
  )
}
