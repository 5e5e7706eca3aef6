import { readFileSync } from 'node:fs'
import { isIP } from 'node:net'
import { availableParallelism } from 'node:os'
import { resolve } from 'node:path'
import { CronPattern } from 'croner'
import { errorMessage } from '../errors.ts'

const UNITS_MS: Readonly<Record<string, number>> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 }

const SIZE_UNITS: readonly string[] = ['B', 'KiB', 'MiB', 'GiB', 'TiB']

/** Each process needs several of the 100 connections of the embedded database. */
export const EMBEDDED_PROCESSES_MAX = 12

/** Invalid settings; only the message is shown. */
export class SettingsError extends Error {
  override readonly name = 'SettingsError'
}

/** Reads typed values from an environment and collects errors, so that one message can list all of them. */
export class EnvironmentReader {
  readonly #env: Readonly<Record<string, string | undefined>>
  readonly #errors: string[] = []

  constructor(env: Readonly<Record<string, string | undefined>>) {
    this.#env = env
  }

  error(name: string, message: string): void {
    this.#errors.push(`  ${name}: ${message}`)
  }

  finish(): void {
    if (this.#errors.length === 0) return
    throw new SettingsError(`The settings do not allow a start:\n${this.#errors.join('\n')}`)
  }

  text<F extends string | undefined>(name: string, fallback: F): string | F {
    const value = this.#env[name]?.trim()
    // Shells and compose files pass an unset variable as an empty one.
    return value === undefined || value === '' ? fallback : value
  }

  integer(name: string, fallback: number, { min = 0, max = Number.MAX_SAFE_INTEGER }: { min?: number; max?: number }) {
    const text = this.text(name, undefined)
    if (text === undefined) return fallback
    const value = Number(text)
    if (/^\d+$/.test(text) && value >= min && value <= max) return value
    const range = max === Number.MAX_SAFE_INTEGER ? `of ${min} or more` : `from ${min} to ${max}`
    this.error(name, `"${text}" is not a whole number ${range}`)
    return fallback
  }

  /** A number of processes; `auto`: one for each processor core. */
  processes(name: string): number {
    if (this.text(name, undefined) === 'auto') return Math.min(availableParallelism(), EMBEDDED_PROCESSES_MAX)
    return this.integer(name, 1, { min: 1, max: 64 })
  }

  /** The first option is the default. */
  oneOf<const T extends string>(name: string, options: readonly [T, ...T[]]): T {
    const text = this.text(name, options[0])
    const found = options.find(option => option === text)
    if (found === undefined) this.error(name, `"${text}" is none of ${options.join(', ')}`)
    return found ?? options[0]
  }

  boolean(name: string, fallback: boolean): boolean {
    return this.oneOf(name, fallback ? ['true', 'false'] : ['false', 'true']) === 'true'
  }

  secret(name: string): string | undefined {
    const text = this.text(name, undefined)
    if (text !== undefined && text.length < 32) this.error(name, 'is too short: use 32 random characters or more')
    return text
  }

  /** A number of bytes, or a size such as `64MiB`. */
  size<F extends number | undefined>(name: string, fallback: F): number | F {
    const text = this.text(name, undefined)
    if (text === undefined) return fallback
    const [, amount = '', unit = 'B'] = /^(\d{1,15})(B|KiB|MiB|GiB|TiB)?$/.exec(text) ?? []
    const bytes = Number(amount) * 1024 ** SIZE_UNITS.indexOf(unit)
    if (amount !== '' && Number.isSafeInteger(bytes)) return bytes
    this.error(name, `"${text}" is not a number of bytes, nor a size such as 64MiB or 1GiB`)
    return fallback
  }

  /** A duration such as `30d`, or `0`. */
  duration(name: string, fallback: number): number {
    if (this.text(name, undefined) === '0') return 0
    const [ms = fallback, ...more] = this.durations(name, [fallback])
    if (more.length > 0) this.error(name, 'must be one duration')
    return ms
  }

  /** A cron pattern such as `0 3 * * *`, or an interval such as `6h` in milliseconds. */
  schedule(name: string): string | number | undefined {
    const text = this.text(name, undefined)
    if (text === undefined) return undefined
    if (!text.includes(' ')) {
      const ms = this.duration(name, 0)
      if (ms < UNITS_MS['m']!) this.error(name, 'must be an interval of a minute or more, or a cron pattern')
      return ms
    }
    try {
      new CronPattern(text)
    } catch {
      this.error(name, `"${text}" is neither an interval such as 6h nor a cron pattern such as 0 3 * * *`)
    }
    return text
  }

  /** A list such as `1m,5m,2h`. */
  durations(name: string, fallback: readonly number[]): readonly number[] {
    const parts = this.list(name)
    if (parts.length === 0) return fallback
    return parts.map(part => {
      const [, amount, unit] = /^(\d{1,6})(ms|s|m|h|d)$/.exec(part) ?? []
      if (unit === undefined) this.error(name, `"${part}" is not a duration such as 30s, 5m or 2h`)
      return Number(amount) * (UNITS_MS[unit ?? ''] ?? 0)
    })
  }

  /** The content of the file that a setting names. */
  file(name: string): string | undefined {
    const path = this.path(name)
    if (path === undefined) return undefined
    try {
      return readFileSync(path, 'utf8')
    } catch (error) {
      this.error(name, `cannot be read: ${errorMessage(error)}`)
      return undefined
    }
  }

  path(name: string): string | undefined {
    const text = this.text(name, undefined)
    if (text === undefined) return undefined
    // Files for systemd and containers are not read by a shell, which would remove the quotes and replace the ~.
    if (/^(["']).*\1$/.test(text)) this.error(name, `${text} is in quotes: leave them out`)
    if (/^~(\/|$)/.test(text)) this.error(name, `"${text}" is not a full path: ~ is not expanded here`)
    return resolve(text)
  }

  optionalUrl(name: string, protocols: readonly string[]): string | undefined {
    const text = this.text(name, undefined)
    if (text === undefined) return undefined
    if (!URL.canParse(text)) this.error(name, 'is not a URL')
    else if (!protocols.includes(new URL(text).protocol))
      this.error(name, `must begin with ${protocols.join('// or ')}//`)
    return text
  }

  /** A PostgreSQL URL may be invalid for `URL`: a socket folder is given in the query, after an empty host. */
  postgresUrl(name: string): string | undefined {
    const text = this.text(name, undefined)
    if (text !== undefined && !/^postgres(ql)?:\/\/./.test(text)) this.error(name, 'must begin with postgres://')
    return text
  }

  /** A URL without a path. */
  baseUrl(name: string, fallback: string, protocols: readonly string[]): URL {
    const text = this.optionalUrl(name, protocols)
    const url = new URL(text !== undefined && URL.canParse(text) ? text : fallback)
    if (url.protocol.startsWith('http') && url.href !== `${url.origin}/`) {
      this.error(name, 'must have no path, user or query, as in https://galley.example.com')
    }
    return url
  }

  list(name: string): readonly string[] {
    const text = this.text(name, '')
    return text.split(',').flatMap(part => part.trim() || [])
  }

  origins(name: string): readonly string[] {
    return this.list(name).filter(origin => {
      if (URL.canParse(origin) && new URL(origin).origin === origin) return true
      this.error(name, `"${origin}" is not an origin such as https://example.com`)
      return false
    })
  }

  /** `false`; the number of proxies, where `true` means one; or the addresses and networks of the proxies. */
  trustProxy(name: string): false | number | readonly string[] {
    const entries = this.list(name)
    const [first] = entries
    if (first === undefined) return false
    if (entries.length === 1 && (first === 'true' || first === 'false')) return first === 'true' ? 1 : false
    if (entries.length === 1 && /^\d{1,2}$/.test(first)) return Number(first) || false
    for (const entry of entries) {
      if (['loopback', 'linklocal', 'uniquelocal'].includes(entry) || isNetwork(entry)) continue
      this.error(
        name,
        `"${entry}" is not true, false, a number of proxies, or an address or network such as 10.0.0.0/8`,
      )
    }
    return entries
  }
}

function isNetwork(text: string): boolean {
  const [address = '', bits = '1', ...more] = text.split('/')
  const version = isIP(address)
  return version !== 0 && more.length === 0 && /^[1-9]\d{0,2}$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128)
}
