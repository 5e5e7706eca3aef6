import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import { PLANS } from '@galley/contract/identity/plans'
import { SIGNUPS } from '@galley/contract/identity/sign-ups'
import { UPLOAD_RETENTION_MS, WEBHOOK_RETRY_DELAYS_MS, WEBHOOK_TIMEOUT_MS } from '@galley/contract/limits'
import pg from 'pg'
import { EMBEDDED_PROCESSES_MAX, EnvironmentReader } from './core/settings/environment-reader.ts'
import { readMailSettings } from './core/settings/mail-settings.ts'
import { readPaymentSettings } from './core/settings/payment-settings.ts'
import { readSiteSettings } from './core/settings/site-settings.ts'
import { readTracingSettings } from './core/settings/tracing-settings.ts'
import { defaultDataDir } from './db/embedded/embedded-postgres.ts'

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

export type Settings = ReturnType<typeof readSettings>

/** Returns the settings, or throws one error that lists all that is wrong. */
export function readSettings(env: Environment) {
  const read = new EnvironmentReader(env)
  const port = read.integer('PORT', 3000, { min: 0, max: 65_535 })
  const trustProxy = read.trustProxy('TRUST_PROXY')
  const connectionsPerAddress = read.integer('CONNECTIONS_PER_ADDRESS', 256, { min: 0 })
  const s3 = readS3(read)
  const settings = {
    port,
    host: read.text('HOST', '127.0.0.1'),
    publicUrl: read.baseUrl('PUBLIC_URL', `http://localhost:${port}`, ['http:', 'https:']),
    role: read.oneOf('ROLE', ['all', 'api', 'worker']),
    /** How many processes serve requests; with 1, the same process also has the jobs. */
    workers: read.processes('WORKERS'),
    dataDir: read.path('DATA_DIR') ?? defaultDataDir(PROJECT_ROOT),
    /** Undefined: the embedded database in the data folder. */
    databaseUrl: read.postgresUrl('DATABASE_URL'),
    databasePoolMax: read.integer('DATABASE_POOL_MAX', 10, { min: 4, max: 1000 }),
    databasePrepared: read.boolean('DATABASE_PREPARED', true),
    /** For everything that needs one session; undefined: the same as `databaseUrl`. */
    databaseListenUrl: read.postgresUrl('DATABASE_LISTEN_URL'),
    /** A streaming replica for public reads. */
    databaseReplicaUrl: read.postgresUrl('DATABASE_REPLICA_URL'),
    /** How far behind it may be. */
    databaseReplicaMaxLagMs: read.duration('DATABASE_REPLICA_MAX_LAG', 5000),
    /** Undefined: a key stored in the data folder. */
    secretKey: read.secret('SECRET_KEY'),
    /** Allows other machines to read /metrics. */
    metricsToken: read.text('METRICS_TOKEN', undefined),
    logLevel: read.oneOf('LOG_LEVEL', ['info', 'trace', 'debug', 'warn', 'error', 'fatal', 'silent']),
    accessLog: read.boolean('ACCESS_LOG', false),
    /** Undefined: no traces. */
    tracing: readTracingSettings(read),
    site: readSiteSettings(read),
    mail: readMailSettings(read),
    payments: readPaymentSettings(read),
    signups: read.oneOf('SIGNUPS', SIGNUPS),
    /** Accounts without a verified address can write drafts only. */
    requireVerifiedEmail: read.boolean('REQUIRE_VERIFIED_EMAIL', false),
    /** The plan of a new account. */
    defaultPlan: read.oneOf('DEFAULT_PLAN', PLANS),
    allowedOrigins: read.origins('ALLOWED_ORIGINS'),
    /** The number of proxies in front of the server, or their addresses. */
    trustProxy,
    /** Open connections per client address; 0: no limit. Behind a proxy all come from the proxy, which limits its own clients. */
    connectionsPerAddress: trustProxy === false ? connectionsPerAddress : 0,
    storage: readStorage(read, s3),
    backup: readBackup(read, s3),
    /** How many bytes of texts and images an account may store, by its plan; 0: no limit. */
    quotas: {
      free: read.size('QUOTA_FREE', GIB),
      premium: read.size('QUOTA_PREMIUM', 20 * GIB),
      pro_plus: read.size('QUOTA_PRO_PLUS', 100 * GIB),
    },
    /** Of cached public reads and pages. */
    cacheMemoryBytes: read.size('CACHE_MEMORY', 64 * MIB),
    /** With less free space on the disk of the data folder, nothing is written; undefined: 5 % of it, at most 1 GiB. */
    diskReserveBytes: read.size('DISK_RESERVE', undefined),
    /** How long an image is kept that was never used, or whose post was purged; 0: for ever. */
    uploadRetentionMs: read.duration('UPLOAD_RETENTION', UPLOAD_RETENTION_MS),
    webhooks: {
      /** The delays after the first failure, the second and so on; after the last one the delivery has failed. */
      retryDelaysMs: read.durations('WEBHOOK_RETRY_SCHEDULE', WEBHOOK_RETRY_DELAYS_MS),
      timeoutMs: read.duration('WEBHOOK_TIMEOUT', WEBHOOK_TIMEOUT_MS),
      allowPrivateNetwork: read.boolean('WEBHOOK_ALLOW_PRIVATE_NETWORK', false),
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
  } as const
  checkSettings(read, settings)
  read.finish()
  return settings
}

/** Settings that contradict each other, and values whose form alone does not say whether they are valid. */
function checkSettings(read: EnvironmentReader, settings: Settings): void {
  if (settings.role !== 'all' && settings.databaseUrl === undefined) {
    read.error(
      'ROLE',
      `${settings.role} needs DATABASE_URL: the embedded database serves one process, which has the role all`,
    )
  }
  if (settings.databaseUrl === undefined && settings.workers > EMBEDDED_PROCESSES_MAX) {
    read.error('WORKERS', `more than ${EMBEDDED_PROCESSES_MAX} need DATABASE_URL: the embedded database is too small`)
  }
  if (settings.requireVerifiedEmail && settings.mail.smtp === undefined) {
    read.error('REQUIRE_VERIFIED_EMAIL', 'needs SMTP_URL: addresses are verified by mail')
  }
  if (settings.webhooks.timeoutMs === 0) read.error('WEBHOOK_TIMEOUT', 'must be longer than 0')
  if (settings.databaseListenUrl !== undefined && settings.databaseUrl === undefined) {
    read.error('DATABASE_LISTEN_URL', 'has no effect without DATABASE_URL')
  }
  checkDatabaseUrl(read, 'DATABASE_URL', settings.databaseUrl)
  checkDatabaseUrl(read, 'DATABASE_LISTEN_URL', settings.databaseListenUrl)
  checkDatabaseUrl(read, 'DATABASE_REPLICA_URL', settings.databaseReplicaUrl)
}

type S3Access = ReturnType<typeof readS3>

/** Used by images and by backups. */
function readS3(read: EnvironmentReader) {
  const region = read.text('S3_REGION', 'us-east-1')
  /** Undefined: Amazon's endpoint of the region. */
  const endpoint = read.optionalUrl('S3_ENDPOINT', ['http:', 'https:'])
  const accessKeyId = read.text('S3_ACCESS_KEY_ID', undefined)
  const secretAccessKey = read.text('S3_SECRET_ACCESS_KEY', undefined)
  if (accessKeyId === undefined && secretAccessKey !== undefined) {
    read.error('S3_ACCESS_KEY_ID', 'is required together with S3_SECRET_ACCESS_KEY')
  }
  if (accessKeyId !== undefined && secretAccessKey === undefined) {
    read.error('S3_SECRET_ACCESS_KEY', 'is required together with S3_ACCESS_KEY_ID')
  }
  /** Undefined: credentials of the machine, such as an instance role. */
  const credentials = accessKeyId && secretAccessKey ? { accessKeyId, secretAccessKey } : undefined
  return { endpoint, region, credentials } as const
}

export type S3Settings = Extract<Settings['storage'], { kind: 's3' }>

function readStorage(read: EnvironmentReader, s3: S3Access) {
  const kind = read.oneOf('STORAGE', ['disk', 's3'])
  // All are read in any case, so that a recorder sees the names of all settings.
  const bucket = read.text('S3_BUCKET', undefined)
  /** The public address of the bucket or of a CDN; undefined: images are served by this server. */
  const publicUrl = read.optionalUrl('S3_PUBLIC_URL', ['http:', 'https:'])?.replace(/\/+$/, '')
  if (kind === 'disk') {
    // Otherwise images would silently be stored on the disk of one machine.
    if (bucket !== undefined && read.text('STORAGE', undefined) === undefined) {
      read.error('S3_BUCKET', 'has no effect without STORAGE=s3')
    }
    return { kind } as const
  }
  if (bucket === undefined) read.error('S3_BUCKET', 'is required for STORAGE=s3')
  return { kind, ...s3, bucket: bucket ?? '', publicUrl } as const
}

const BACKUP_VERIFY_MS = 7 * 86_400_000

function readBackup(read: EnvironmentReader, s3: S3Access) {
  /** A folder, or an address such as s3://bucket/folder/. */
  const to = readBackupAddress(read)
  /** Undefined: backups are made by hand only. */
  const schedule = read.schedule('BACKUP_SCHEDULE')
  if (schedule !== undefined && to === undefined) read.error('BACKUP_TO', 'is required for BACKUP_SCHEDULE')
  return {
    schedule,
    to,
    keep: read.integer('BACKUP_KEEP', 7, { min: 1 }),
    /** When a scheduled backup is verified; undefined: never. */
    verify:
      read.text('BACKUP_VERIFY', undefined) === 'off'
        ? undefined
        : (read.schedule('BACKUP_VERIFY') ?? BACKUP_VERIFY_MS),
    passphrase: read.text('BACKUP_PASSPHRASE', undefined),
    /** For s3:// addresses. */
    s3,
  } as const
}

/** A relative path means the same in every process. */
function readBackupAddress(read: EnvironmentReader): string | undefined {
  const text = read.text('BACKUP_TO', undefined)
  if (text?.startsWith('s3://')) {
    if (!/^s3:\/\/[^/]/.test(text)) read.error('BACKUP_TO', 'has no bucket, as in s3://my-bucket/galley/')
    return text
  }
  // Otherwise the backups would be in a folder of that name, on the same disk.
  if (text !== undefined && /^\w{2,}:\//.test(text)) {
    read.error('BACKUP_TO', `"${text}" is neither a folder nor an address such as s3://my-bucket/galley/`)
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
    read.error(name, 'names several hosts, but only one is possible: use an address that always leads to the right one')
    return
  }
  try {
    const { port } = new pg.Client({ connectionString: databaseUrl })
    if (!(port > 0 && port < 65_536)) read.error(name, 'has no valid port')
  } catch (error) {
    const isFile = error instanceof Error && 'syscall' in error
    const form = 'is not a PostgreSQL URL, such as postgres://user:password@host/database'
    read.error(
      name,
      isFile
        ? `names a file that cannot be read: ${error.message}`
        : `${form}; special characters in the password must be percent-encoded`,
    )
  }
}
