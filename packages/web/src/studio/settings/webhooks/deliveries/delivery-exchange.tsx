import type { DeliveryDetail } from '@galley/client'
import { useText } from '../../../i18n/language.ts'
import { CodeBlock } from '../../../ui/display/code-block.tsx'

/** The request and the last response. */
export function DeliveryExchange({ delivery }: { delivery: DeliveryDetail }) {
  const text = useText('webhooks')
  const { request, response_body, http_status } = delivery
  const headers = Object.entries(request.headers).map(([name, value]) => `${name}: ${value}`)
  return (
    <>
      <section className="stack">
        <h3>{text.request}</h3>
        <CodeBlock label={text.headers} code={[`POST ${request.url}`, ...headers].join('\n')} />
        <CodeBlock label={text.body} code={indented(request.body)} />
      </section>
      <section className="stack">
        <h3>{text.response}</h3>
        {response_body ? (
          <CodeBlock label={String(http_status)} code={response_body} />
        ) : (
          <p className="muted">{http_status === null ? text.noResponse : text.responseEmpty}</p>
        )}
      </section>
    </>
  )
}

/** Indented for reading: the signed body has no such white space. */
function indented(json: string): string {
  try {
    return JSON.stringify(JSON.parse(json), null, 2)
  } catch {
    return json
  }
}
