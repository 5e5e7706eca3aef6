import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import { PLANS, type Plan } from '@galley/contract/identity/plans'
import { SIGNUPS, type Signups } from '@galley/contract/identity/sign-ups'
import { UPLOAD_RETENTION_MS, WEBHOOK_RETRY_DELAYS_MS, WEBHOOK_TIMEOUT_MS } from '@galley/contract/limits'
import pg from 'pg'
import type { RateLimitSettings } from './core/limits/rate-limits.ts'
import { EMBEDDED_PROCESSES_MAX, EnvironmentReader } from './core/settings/environment-reader.ts'
import { type MailSettings, readMailSettings } from './core/settings/mail-settings.ts'
import { type PaymentSettings, readPaymentSettings } from './core/settings/payment-settings.ts'
import { readSiteSettings, type SiteSettings } from './core/settings/site-settings.ts'
import { readTracingSettings, type TracingSettings } from './core/settings/tracing-settings.ts'
import { defaultDataDir } from './db/embedded/embedded-postgres.ts'

export interface Settings {
  readonly port: number
  readonly host: string
  readonly publicUrl: URL
  readonly role: 'all' | 'api' | 'worker'
  /** How many processes serve requests; with 1, the same process also has the jobs. */
  readonly workers: number
  readonly dataDir: string
  /** Undefined: the embedded database in the data folder. */
  readonly databaseUrl: string | undefined
  readonly databasePoolMax: number
  readonly databasePrepared: boolean
  /** For everything that needs one session; undefined: the same as `databaseUrl`. */
  readonly databaseListenUrl: string | undefined
  /** A streaming replica for public reads. */
  readonly databaseReplicaUrl: string | undefined
  /** How far behind it may be. */
  readonly databaseReplicaMaxLagMs: number
  /** Undefined: a key stored in the data folder. */
  readonly secretKey: string | undefined
  /** Allows other machines to read /metrics. */
  readonly metricsToken: string | undefined
  readonly logLevel: string
  readonly accessLog: boolean
  /** Undefined: no traces. */
  readonly tracing: TracingSettings | undefined
  readonly site: SiteSettings
  readonly mail: MailSettings
  readonly payments: PaymentSettings
  readonly signups: Signups
  /** Accounts without a verified address can write drafts only. */
  readonly requireVerifiedEmail: boolean
  /** The plan of a new account. */
  readonly defaultPlan: Plan
  readonly allowedOrigins: readonly string[]
  /** The number of proxies in front of the server, or their addresses. */
  readonly trustProxy: false | number | readonly string[]
  /** Open connections per client address; 0: no limit, as always behind a proxy. */
  readonly connectionsPerAddress: number
  readonly storage: { readonly kind: 'disk' } | S3Settings
  /** How long an image is kept that was never used, or whose post was purged; 0: for ever. */
  readonly uploadRetentionMs: number
  /** How many bytes of texts and images an account may store, by its plan; 0: no limit. */
  readonly quotas: Readonly<Record<Plan, number>>
  /** Of cached public reads and pages. */
  readonly cacheMemoryBytes: number
  /** With less free space on the disk of the data folder, nothing is written; undefined: 5 % of it, at most 1 GiB. */
  readonly diskReserveBytes: number | undefined
  readonly backup: {
    /** A cron pattern, or an interval in milliseconds; undefined: backups are made by hand only. */
    readonly schedule: string | number | undefined
    /** A folder, or an address such as s3://bucket/folder/. */
    readonly to: string | undefined
    readonly keep: number
    /** When a scheduled backup is verified, as for `schedule`; undefined: never. */
    readonly verify: string | number | undefined
    readonly passphrase: string | undefined
    /** For s3:// addresses. */
    readonly s3: Pick<S3Settings, 'endpoint' | 'region' | 'credentials'>
  }
  readonly webhooks: {
    /** The delays after the first failure, the second and so on; after the last one the delivery has failed. */
    readonly retryDelaysMs: readonly number[]
    readonly timeoutMs: number
    readonly allowPrivateNetwork: boolean
    readonly ca: string | undefined
  }
  readonly rateLimits: RateLimitSettings
}

export interface S3Settings {
  readonly kind: 's3'
  /** Undefined: Amazon's endpoint of the region. */
  readonly endpoint: string | undefined
  readonly region: string
  readonly bucket: string
  /** Undefined: credentials of the machine, such as an instance role. */
  readonly credentials: { readonly accessKeyId: string; readonly secretAccessKey: string } | undefined
  /** The public address of the bucket or of a CDN; undefined: images are served by this server. */
  readonly publicUrl: string | undefined
}

export type Environment = Readonly<Record<string, string | undefined>>

const MIB = 2 ** 20
const GIB = 2 ** 30

const PROJECT_ROOT = join(import.meta.dirname, '../../../..')

/** The project's `.env`, if there is one. */
export function readDotEnv(): Environment {
  const file = join(PROJECT_ROOT, '.env')
  return existsSync(file) ? parseEnv(readFileSync(file, 'utf8')) : {}
}

/** The process environment over the project's `.env`. No other code reads `process.env`. */
export function readEnvironment(): Environment {
  return { ...readDotEnv(), ...process.env }
}

/** Returns the settings, or throws one error that lists every fault. */
export function readSettings(env: Environment): Settings {
  const read = new EnvironmentReader(env)
  const port = read.integer('PORT', 3000, { min: 0, max: 65_535 })
  const trustProxy = read.trustProxy('TRUST_PROXY')
  const connectionsPerAddress = read.integer('CONNECTIONS_PER_ADDRESS', 256, { min: 0 })
  const s3 = readS3(read)
  const storage = readStorage(read, s3)
  const settings: Settings = {
    port,
    host: read.text('HOST', '127.0.0.1'),
    publicUrl: read.baseUrl('PUBLIC_URL', `http://localhost:${port}`, ['http:', 'https:']),
    role: read.oneOf('ROLE', ['all', 'api', 'worker']),
    workers: read.processes('WORKERS'),
    dataDir: read.path('DATA_DIR') ?? defaultDataDir(PROJECT_ROOT),
    databaseUrl: read.postgresUrl('DATABASE_URL'),
    databasePoolMax: read.integer('DATABASE_POOL_MAX', 10, { min: 4, max: 1000 }),
    databasePrepared: read.oneOf('DATABASE_PREPARED', ['true', 'false']) === 'true',
    databaseListenUrl: read.postgresUrl('DATABASE_LISTEN_URL'),
    databaseReplicaUrl: read.postgresUrl('DATABASE_REPLICA_URL'),
    databaseReplicaMaxLagMs: read.duration('DATABASE_REPLICA_MAX_LAG', 5000),
    secretKey: read.secret('SECRET_KEY'),
    metricsToken: read.text('METRICS_TOKEN', undefined),
    logLevel: read.oneOf('LOG_LEVEL', ['info', 'trace', 'debug', 'warn', 'error', 'fatal', 'silent']),
    accessLog: read.oneOf('ACCESS_LOG', ['false', 'true']) === 'true',
    tracing: readTracingSettings(read),
    site: readSiteSettings(read),
    mail: readMailSettings(read),
    payments: readPaymentSettings(read),
    signups: read.oneOf('SIGNUPS', SIGNUPS),
    requireVerifiedEmail: read.oneOf('REQUIRE_VERIFIED_EMAIL', ['false', 'true']) === 'true',
    defaultPlan: read.oneOf('DEFAULT_PLAN', PLANS),
    allowedOrigins: read.origins('ALLOWED_ORIGINS'),
    trustProxy,
    // All connections come from the proxy, which limits its own clients.
    connectionsPerAddress: trustProxy === false ? connectionsPerAddress : 0,
    storage,
    backup: readBackup(read, s3),
    quotas: {
      free: read.size('QUOTA_FREE', GIB),
      premium: read.size('QUOTA_PREMIUM', 20 * GIB),
      pro_plus: read.size('QUOTA_PRO_PLUS', 100 * GIB),
    },
    cacheMemoryBytes: read.size('CACHE_MEMORY', 64 * MIB),
    diskReserveBytes: read.size('DISK_RESERVE', undefined),
    uploadRetentionMs: read.duration('UPLOAD_RETENTION', UPLOAD_RETENTION_MS),
    webhooks: {
      retryDelaysMs: read.durations('WEBHOOK_RETRY_SCHEDULE', WEBHOOK_RETRY_DELAYS_MS),
      timeoutMs: read.duration('WEBHOOK_TIMEOUT', WEBHOOK_TIMEOUT_MS),
      allowPrivateNetwork: read.oneOf('WEBHOOK_ALLOW_PRIVATE_NETWORK', ['false', 'true']) === 'true',
      ca: read.file('WEBHOOK_CA_FILE'),
    },
    rateLimits: {
      requestsPerMinute: read.integer('RATE_LIMIT_REQUESTS', 6000, { min: 0 }),
      pingsPerMinute: read.integer('RATE_LIMIT_PINGS', 20, { min: 0 }),
      uploadsPerMinute: read.integer('RATE_LIMIT_UPLOADS', 30, { min: 0 }),
      loginsPerMinute: read.integer('RATE_LIMIT_LOGINS', 10, { min: 0 }),
      signupsPerHour: read.integer('RATE_LIMIT_SIGNUPS', 20, { min: 0 }),
      devicesPerMinute: read.integer('RATE_LIMIT_DEVICES', 20, { min: 0 }),
      searchesPerMinute: read.integer('RATE_LIMIT_SEARCHES', 300, { min: 0 }),
      purchasesPerMinute: read.integer('RATE_LIMIT_PURCHASES', 20, { min: 0 }),
    },
  }
  checkSettings(read, settings)
  read.finish()
  return settings
}

/** Settings that contradict each other, and values whose form alone does not say whether they are valid. */
function checkSettings(read: EnvironmentReader, settings: Settings): void {
  if (settings.role !== 'all' && settings.databaseUrl === undefined) {
    read.fault(
      'ROLE',
      `${settings.role} needs DATABASE_URL: the embedded database serves one process, which has the role all`,
    )
  }
  if (settings.databaseUrl === undefined && settings.workers > EMBEDDED_PROCESSES_MAX) {
    read.fault('WORKERS', `more than ${EMBEDDED_PROCESSES_MAX} need DATABASE_URL: the embedded database is too small`)
  }
  if (settings.requireVerifiedEmail && settings.mail.smtp === undefined) {
    read.fault('REQUIRE_VERIFIED_EMAIL', 'needs SMTP_URL: addresses are verified by mail')
  }
  if (settings.webhooks.timeoutMs === 0) read.fault('WEBHOOK_TIMEOUT', 'must be longer than 0')
  if (settings.databaseListenUrl !== undefined && settings.databaseUrl === undefined) {
    read.fault('DATABASE_LISTEN_URL', 'has no effect without DATABASE_URL')
  }
  checkDatabaseUrl(read, 'DATABASE_URL', settings.databaseUrl)
  checkDatabaseUrl(read, 'DATABASE_LISTEN_URL', settings.databaseListenUrl)
  checkDatabaseUrl(read, 'DATABASE_REPLICA_URL', settings.databaseReplicaUrl)
}

type S3Access = Settings['backup']['s3']

/** Used by images and by backups. */
function readS3(read: EnvironmentReader): S3Access {
  const region = read.text('S3_REGION', 'us-east-1')
  const endpoint = read.optionalUrl('S3_ENDPOINT', ['http:', 'https:'])
  const accessKeyId = read.text('S3_ACCESS_KEY_ID', undefined)
  const secretAccessKey = read.text('S3_SECRET_ACCESS_KEY', undefined)
  if (accessKeyId === undefined && secretAccessKey !== undefined) {
    read.fault('S3_ACCESS_KEY_ID', 'is required together with S3_SECRET_ACCESS_KEY')
  }
  if (accessKeyId !== undefined && secretAccessKey === undefined) {
    read.fault('S3_SECRET_ACCESS_KEY', 'is required together with S3_ACCESS_KEY_ID')
  }
  const credentials = accessKeyId && secretAccessKey ? { accessKeyId, secretAccessKey } : undefined
  return { endpoint, region, credentials }
}

function readStorage(read: EnvironmentReader, s3: S3Access): Settings['storage'] {
  const kind = read.oneOf('STORAGE', ['disk', 's3'])
  // All are read in any case, so that a recorder sees the names of all settings.
  const bucket = read.text('S3_BUCKET', undefined)
  const publicUrl = read.optionalUrl('S3_PUBLIC_URL', ['http:', 'https:'])?.replace(/\/+$/, '')
  if (kind === 'disk') {
    // Otherwise images would silently be stored on the disk of one machine.
    if (bucket !== undefined && read.text('STORAGE', undefined) === undefined) {
      read.fault('S3_BUCKET', 'has no effect without STORAGE=s3')
    }
    return { kind }
  }
  if (bucket === undefined) read.fault('S3_BUCKET', 'is required for STORAGE=s3')
  return { kind, ...s3, bucket: bucket ?? '', publicUrl }
}

const BACKUP_VERIFY_MS = 7 * 86_400_000

function readBackup(read: EnvironmentReader, s3: S3Access): Settings['backup'] {
  const to = readBackupAddress(read)
  const schedule = read.schedule('BACKUP_SCHEDULE')
  if (schedule !== undefined && to === undefined) read.fault('BACKUP_TO', 'is required for BACKUP_SCHEDULE')
  return {
    schedule,
    to,
    keep: read.integer('BACKUP_KEEP', 7, { min: 1 }),
    verify:
      read.text('BACKUP_VERIFY', undefined) === 'off'
        ? undefined
        : (read.schedule('BACKUP_VERIFY') ?? BACKUP_VERIFY_MS),
    passphrase: read.text('BACKUP_PASSPHRASE', undefined),
    s3,
  }
}

/** A relative path means the same in every process. */
function readBackupAddress(read: EnvironmentReader): string | undefined {
  const text = read.text('BACKUP_TO', undefined)
  if (text?.startsWith('s3://')) {
    if (!/^s3:\/\/[^/]/.test(text)) read.fault('BACKUP_TO', 'has no bucket, as in s3://my-bucket/galley/')
    return text
  }
  // Otherwise the backups would be in a folder of that name, on the same disk.
  if (text !== undefined && /^\w{2,}:\//.test(text)) {
    read.fault('BACKUP_TO', `"${text}" is neither a folder nor an address such as s3://my-bucket/galley/`)
  }
  return read.path('BACKUP_TO')
}

/**
 * Validated with the driver, which parses the URL in its own way; the message does not repeat the value, which may
 * contain a password.
 */
function checkDatabaseUrl(read: EnvironmentReader, name: string, databaseUrl: string | undefined): void {
  if (databaseUrl === undefined) return
  // libpq accepts a list of hosts, the driver does not.
  if (/^[^/]*\/\/([^/?#]*@)?[^@/?#]*,[^@/?#]*([/?#]|$)|[?&]host=[^&]*(,|%2C)/i.test(databaseUrl)) {
    read.fault(name, 'names several hosts, but only one is possible: use an address that always leads to the right one')
    return
  }
  try {
    const { port } = new pg.Client({ connectionString: databaseUrl })
    if (!(port > 0 && port < 65_536)) read.fault(name, 'has no valid port')
  } catch (error) {
    const isFile = error instanceof Error && 'syscall' in error
    const form = 'is not a PostgreSQL URL, such as postgres://user:password@host/database'
    read.fault(
      name,
      isFile
        ? `names a file that cannot be read: ${error.message}`
        : `${form}; special characters in the password must be percent-encoded`,
    )
  }
}
