import { createHmac } from 'node:crypto'
import { DELIVERY_HEADERS, SIGNATURE_PREFIX } from '@galley/contract/delivery/events'
import { WEBHOOK_TIMEOUT_MS } from '@galley/contract/limits'

export interface Forwarding {
  readonly url: string
  readonly secret: string
  readonly event: string
  readonly eventId: string
  readonly deliveryId: string
  readonly attempt: number
  /** The bytes that a webhook gets. */
  readonly body: string
}

export interface Outcome {
  /** 0 if there was no response. */
  readonly status: number
  readonly durationMs: number
  readonly error: string | undefined
}

/** Sends an event as the service sends it to a webhook: the same bytes and headers, signed. */
export async function forwardEvent(forwarding: Forwarding, signal: AbortSignal): Promise<Outcome> {
  const startedMs = performance.now()
  const outcome = (status: number, error?: string): Outcome => ({
    status,
    error,
    durationMs: Math.round(performance.now() - startedMs),
  })
  try {
    const response = await fetch(forwarding.url, {
      method: 'POST',
      redirect: 'manual',
      headers: headersOf(forwarding, new Date()),
      body: forwarding.body,
      signal: AbortSignal.any([signal, AbortSignal.timeout(WEBHOOK_TIMEOUT_MS)]),
    })
    await response.arrayBuffer()
    return outcome(response.status)
  } catch (error) {
    signal.throwIfAborted()
    return outcome(0, reasonOf(error))
  }
}

function headersOf(
  { secret, event, eventId, deliveryId, attempt, body }: Forwarding,
  now: Date,
): Record<string, string> {
  const timestamp = String(Math.floor(now.getTime() / 1000))
  const hmac = (text: string) => createHmac('sha256', secret).update(text)
  return {
    'content-type': 'application/json',
    'user-agent': 'Galley-Webhooks/1',
    [DELIVERY_HEADERS.signature]: SIGNATURE_PREFIX + hmac(body).digest('hex'),
    [DELIVERY_HEADERS.event]: event,
    [DELIVERY_HEADERS.eventId]: eventId,
    [DELIVERY_HEADERS.delivery]: deliveryId,
    [DELIVERY_HEADERS.attempt]: String(attempt),
    [DELIVERY_HEADERS.standardId]: eventId,
    [DELIVERY_HEADERS.standardTimestamp]: timestamp,
    [DELIVERY_HEADERS.standardSignature]: `v1,${hmac(`${eventId}.${timestamp}.${body}`).digest('base64')}`,
  }
}

/** The message of `fetch` is only "fetch failed"; its innermost cause says more. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  if (error.name === 'TimeoutError') return `no response within ${WEBHOOK_TIMEOUT_MS / 1000} s`
  if (error.cause instanceof Error) return reasonOf(error.cause)
  const { code } = error as { code?: unknown }
  return error.message || String(code ?? error.name)
}
