import {
  type Attributes,
  type Context,
  context,
  createContextKey,
  propagation,
  ROOT_CONTEXT,
  type Span,
  type SpanKind,
  SpanStatusCode,
  type Tracer,
  trace,
} from '@opentelemetry/api'
import { AppError } from './errors.ts'

/** Undefined while tracing is off; then nothing below does any work. */
let tracer: Tracer | undefined

/** Turns tracing on. `start-tracing.ts` has set up where spans are sent. */
export function setTracer(given: Tracer | undefined): void {
  tracer = given
}

const UNTRACED_KEY = createContextKey('galley untraced')
const UNTRACED = ROOT_CONTEXT.setValue(UNTRACED_KEY, true)

/** Runs the work and everything that it causes without spans. */
export const untraced = <T>(work: () => T): T => context.with(UNTRACED, work)

export const isTracing = (): boolean => tracer !== undefined

export interface SpanOptions {
  readonly kind?: SpanKind
  readonly attributes?: Attributes
  /** A `traceparent` of another process or of an earlier time; null: a new trace; otherwise the active span. */
  readonly parent?: string | null | undefined
}

/** Starts a span that the caller ends; undefined while tracing is off, or in untraced work. */
export function startSpan(
  name: string,
  { parent, ...options }: SpanOptions,
): { span: Span; active: Context } | undefined {
  if (tracer === undefined) return undefined
  const above = parent === undefined ? context.active() : contextOf(parent)
  if (above.getValue(UNTRACED_KEY) === true) return undefined
  const span = tracer.startSpan(name, options, above)
  return { span, active: trace.setSpan(above, span) }
}

/** Runs the work in a span. */
export async function traced<T>(name: string, options: SpanOptions, work: (span?: Span) => Promise<T>): Promise<T> {
  const started = startSpan(name, options)
  if (started === undefined) return work()
  const { span, active } = started
  try {
    return await context.with(active, () => work(span))
  } catch (error) {
    // A refused request is not an error of the server. Only the name: a message may quote what a user has sent.
    if (!(error instanceof AppError))
      span.setStatus({ code: SpanStatusCode.ERROR, message: error instanceof Error ? error.name : 'error' })
    throw error
  } finally {
    span.end()
  }
}

/** The active span as a header for another process, or to be stored for later; undefined if there is none. */
export function currentTraceparent(): string | undefined {
  if (tracer === undefined) return undefined
  const carrier: { traceparent?: string } = {}
  propagation.inject(context.active(), carrier)
  return carrier.traceparent
}

/** For log lines. */
export function traceFields(): Record<string, string> {
  const span = tracer && trace.getActiveSpan()?.spanContext()
  return span === undefined ? {} : { trace_id: span.traceId, span_id: span.spanId }
}

const contextOf = (traceparent: string | null): Context =>
  traceparent === null ? ROOT_CONTEXT : propagation.extract(ROOT_CONTEXT, { traceparent })
