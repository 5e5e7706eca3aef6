import { context, propagation, trace } from '@opentelemetry/api'
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks'
import { setGlobalErrorHandler, W3CTraceContextPropagator } from '@opentelemetry/core'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { detectResources, envDetector, resourceFromAttributes } from '@opentelemetry/resources'
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  BatchSpanProcessor,
  ParentBasedSampler,
  type Sampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace'
import { errorMessage } from './platform/core/errors.ts'
import { withTimeout } from './platform/core/limits/with-timeout.ts'
import type { Logger } from './platform/core/logger.ts'
import { RELEASE } from './platform/core/release.ts'
import type { TracingSettings } from './platform/core/settings/tracing-settings.ts'
import { setTracer } from './platform/core/tracing.ts'

const STOP_WITHIN_MS = 2000

/**
 * Sends spans to a collector. This file and its libraries are loaded only if tracing is on. The function that it returns
 * sends what is left and turns tracing off.
 */
export function startTracing({ url, headers, serviceName, sampler, sampleRatio }: TracingSettings, log: Logger) {
  const warn = (error: unknown) => log.warn(`traces cannot be sent to ${url}: ${errorMessage(error)}`)
  setGlobalErrorHandler(warn)
  const provider = new TracerProvider({
    // OTEL_RESOURCE_ATTRIBUTES is read by the library.
    resource: detectResources({ detectors: [envDetector] }).merge(
      resourceFromAttributes({ 'service.name': serviceName, 'service.version': RELEASE }),
    ),
    sampler: samplerOf(sampler, sampleRatio),
    spanProcessors: [new BatchSpanProcessor({ exporter: new OTLPTraceExporter({ url, headers }) })],
  })
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable())
  propagation.setGlobalPropagator(new W3CTraceContextPropagator())
  setTracer(provider.getTracer('galley', RELEASE))
  return async (): Promise<void> => {
    setTracer(undefined)
    // What cannot be sent by then is lost: a collector that does not respond must not delay the stop.
    await withTimeout(STOP_WITHIN_MS, provider.shutdown().catch(warn))
    context.disable()
    propagation.disable()
    trace.disable()
  }
}

function samplerOf(name: TracingSettings['sampler'], ratio: number): Sampler {
  const root = name.endsWith('traceidratio')
    ? new TraceIdRatioBasedSampler(ratio)
    : name.endsWith('always_off')
      ? new AlwaysOffSampler()
      : new AlwaysOnSampler()
  return name.startsWith('parentbased_') ? new ParentBasedSampler({ root }) : root
}
