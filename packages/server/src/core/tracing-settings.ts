import type { EnvironmentReader } from './environment-reader.ts'

const SAMPLERS = [
  'parentbased_always_on',
  'parentbased_always_off',
  'parentbased_traceidratio',
  'always_on',
  'always_off',
  'traceidratio',
] as const

export interface TracingSettings {
  /** Where spans are sent, as OTLP over HTTP. */
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly serviceName: string
  readonly sampler: (typeof SAMPLERS)[number]
  /** The share of traces that the samplers with a ratio keep. */
  readonly sampleRatio: number
}

/** The standard variables of OpenTelemetry. Undefined: tracing is off. */
export function readTracingSettings(read: EnvironmentReader): TracingSettings | undefined {
  const base = read.text('OTEL_EXPORTER_OTLP_ENDPOINT', undefined)
  const url = read.text('OTEL_EXPORTER_OTLP_TRACES_ENDPOINT', base && `${base.replace(/\/+$/, '')}/v1/traces`)
  const settings = {
    headers: readHeaders(read),
    serviceName: read.text('OTEL_SERVICE_NAME', 'galley'),
    sampler: read.oneOf('OTEL_TRACES_SAMPLER', SAMPLERS),
    sampleRatio: readRatio(read),
  }
  const isOff = read.oneOf('OTEL_SDK_DISABLED', ['false', 'true']) === 'true'
  if (isOff || url === undefined) return undefined
  if (!URL.canParse(url) || !/^https?:/.test(url)) {
    read.fault('OTEL_EXPORTER_OTLP_ENDPOINT', 'must be an address such as http://localhost:4318')
  }
  return { url, ...settings }
}

function readRatio(read: EnvironmentReader): number {
  const ratio = Number(read.text('OTEL_TRACES_SAMPLER_ARG', '1'))
  if (ratio >= 0 && ratio <= 1) return ratio
  read.fault('OTEL_TRACES_SAMPLER_ARG', 'must be a number from 0 to 1')
  return 1
}

/** `name=value,name=value`, with values in percent encoding. */
function readHeaders(read: EnvironmentReader): Record<string, string> {
  const headers: Record<string, string> = {}
  for (const pair of read.text('OTEL_EXPORTER_OTLP_HEADERS', '').split(',').filter(Boolean)) {
    const at = pair.indexOf('=')
    try {
      if (at < 1) throw new Error('no name')
      headers[pair.slice(0, at).trim()] = decodeURIComponent(pair.slice(at + 1).trim())
    } catch {
      read.fault('OTEL_EXPORTER_OTLP_HEADERS', 'must be like name=value,other=value, with values in percent encoding')
    }
  }
  return headers
}
