import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import { EnvironmentReader } from './core/environment-reader.ts'
import { defaultDataDir } from './db/embedded/embedded-postgres.ts'

export interface Settings {
  readonly port: number
  readonly host: string
  readonly publicUrl: URL
  readonly role: 'all' | 'api' | 'worker'
  readonly dataDir: string
  /** Undefined: the embedded database in the data folder. */
  readonly databaseUrl: string | undefined
  readonly databasePoolMax: number
  /** Undefined: a key of the data folder's own. */
  readonly secretKey: string | undefined
  readonly logLevel: string
  readonly signups: 'open' | 'closed'
  readonly allowedOrigins: readonly string[]
  readonly trustProxy: boolean | readonly string[]
  readonly rateLimits: {
    readonly requestsPerMinute: number
    readonly loginsPerMinute: number
    readonly signupsPerHour: number
  }
}

export type Environment = Readonly<Record<string, string | undefined>>

const PROJECT_ROOT = join(import.meta.dirname, '../../..')

/** The process's environment over the project's `.env`. Nothing else in the server reads `process.env`. */
export function readEnvironment(): Environment {
  const file = join(PROJECT_ROOT, '.env')
  return existsSync(file) ? { ...parseEnv(readFileSync(file, 'utf8')), ...process.env } : process.env
}

/** Settings, or one error that lists every fault. */
export function readSettings(env: Environment): Settings {
  const read = new EnvironmentReader(env)
  const port = read.integer('PORT', 3000, { min: 0, max: 65_535 })
  const settings: Settings = {
    port,
    host: read.text('HOST', '127.0.0.1'),
    publicUrl: read.url('PUBLIC_URL', `http://localhost:${port}`, ['http:', 'https:']),
    role: read.oneOf('ROLE', ['all', 'api', 'worker']),
    dataDir: read.path('DATA_DIR') ?? defaultDataDir(PROJECT_ROOT),
    databaseUrl: read.postgresUrl('DATABASE_URL'),
    databasePoolMax: read.integer('DATABASE_POOL_MAX', 10, { min: 4, max: 1000 }),
    secretKey: read.secret('SECRET_KEY'),
    logLevel: read.oneOf('LOG_LEVEL', ['info', 'trace', 'debug', 'warn', 'error', 'fatal', 'silent']),
    signups: read.oneOf('SIGNUPS', ['open', 'closed']),
    allowedOrigins: read.origins('ALLOWED_ORIGINS'),
    trustProxy: read.trustProxy('TRUST_PROXY'),
    rateLimits: {
      requestsPerMinute: read.integer('RATE_LIMIT_REQUESTS', 6000, { min: 0 }),
      loginsPerMinute: read.integer('RATE_LIMIT_LOGINS', 10, { min: 0 }),
      signupsPerHour: read.integer('RATE_LIMIT_SIGNUPS', 20, { min: 0 }),
    },
  }
  if (settings.role !== 'all' && settings.databaseUrl === undefined) {
    read.fault(
      'ROLE',
      `${settings.role} needs DATABASE_URL: the embedded database serves one process, which has the role all`,
    )
  }
  read.finish()
  return settings
}
