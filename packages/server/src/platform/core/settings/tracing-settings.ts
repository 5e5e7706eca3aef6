import type { EnvironmentReader } from './environment-reader.ts'

const SAMPLERS = [
  'parentbased_always_on',
  'parentbased_always_off',
  'parentbased_traceidratio',
  'always_on',
  'always_off',
  'traceidratio',
] as const

/** A span takes about as long as the response of a cached list, and there are many more reads than changes. */
const DEFAULT_READ_SHARE = 0.05

const PROTOCOLS = ['http:', 'https:']

export type TracingSettings = NonNullable<ReturnType<typeof readTracingSettings>>

/** The standard variables of OpenTelemetry. Undefined: tracing is off. */
export function readTracingSettings(read: EnvironmentReader) {
  const base = read.optionalUrl('OTEL_EXPORTER_OTLP_ENDPOINT', PROTOCOLS)
  const whole = read.optionalUrl('OTEL_EXPORTER_OTLP_TRACES_ENDPOINT', PROTOCOLS)
  /** Where spans are sent, as OTLP over HTTP. */
  const url = whole ?? (base && `${base.replace(/\/+$/, '')}/v1/traces`)
  const settings = {
    headers: readHeaders(read),
    serviceName: read.text('OTEL_SERVICE_NAME', 'galley'),
    sampler: read.oneOf('OTEL_TRACES_SAMPLER', SAMPLERS),
    /** The share of the requests that only read for which there is a trace at all. */
    readShare: read.text('OTEL_TRACES_SAMPLER', undefined) === undefined ? DEFAULT_READ_SHARE : 1,
    /** The share of traces that the samplers with a ratio keep. */
    sampleRatio: readRatio(read),
  } as const
  const isOff = read.boolean('OTEL_SDK_DISABLED', false)
  return isOff || url === undefined ? undefined : { url, ...settings }
}

function readRatio(read: EnvironmentReader): number {
  const ratio = Number(read.text('OTEL_TRACES_SAMPLER_ARG', '1'))
  if (!(ratio >= 0 && ratio <= 1)) read.error('OTEL_TRACES_SAMPLER_ARG', 'must be a number from 0 to 1')
  return ratio
}

/** `name=value,name=value`, with values in percent encoding. */
function readHeaders(read: EnvironmentReader): Record<string, string> {
  const pairs = read.list('OTEL_EXPORTER_OTLP_HEADERS').map(pair => pair.split(/=(.*)/s))
  try {
    return Object.fromEntries(
      pairs.map(([name = '', value]) => [name.trim(), decodeURIComponent(required(value).trim())]),
    )
  } catch {
    read.error('OTEL_EXPORTER_OTLP_HEADERS', 'must be like name=value,other=value, with values in percent encoding')
    return {}
  }
}

function required(value: string | undefined): string {
  if (value === undefined) throw new Error('there is no =')
  return value
}
