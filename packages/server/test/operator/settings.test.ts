import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { parseEnv } from 'node:util'
import { type Environment, readSettings } from '../../src/platform/config.ts'
import { SettingsError } from '../../src/platform/core/settings/environment-reader.ts'
import { settingNames } from '../support/processes/isolated-environment.ts'

const DATABASE_URL = 'postgres://galley@localhost/galley'

const readDocument = (path: string) => readFileSync(join(import.meta.dirname, '../../../..', path), 'utf8')

/** The lines of .env.example, as if they were not comments. */
const EXAMPLE = parseEnv(readDocument('.env.example').replaceAll(/^# (?=[A-Z][A-Z0-9_]+=)/gm, ''))

/** With these, no part of the settings is undefined. */
const EVERYTHING: Environment = {
  STORAGE: 's3',
  S3_BUCKET: 'images',
  S3_ACCESS_KEY_ID: 'id',
  S3_SECRET_ACCESS_KEY: 'secret',
  SMTP_URL: 'smtp://user:password@mail.example',
  MAIL_FROM: 'mail@example.com',
  PAYMENTS: 'stripe',
  STRIPE_SECRET_KEY: 'sk',
  STRIPE_WEBHOOK_SECRET: 'whsec',
  SELLER_NAME: 'Seller',
  SELLER_ADDRESS: 'Street 1',
  LEGAL_NOTICE_FILE: import.meta.filename,
  LEGAL_TERMS_FILE: import.meta.filename,
  OTEL_EXPORTER_OTLP_ENDPOINT: 'https://traces.example',
  SITE_LOGO: join(import.meta.dirname, '../../../../docs/images/site.png'),
}

/** The names of all settings, at any depth. */
const namesIn = (settings: object): string[] => [
  ...new Set(
    Object.entries(settings).flatMap(([name, value]) => [
      name,
      ...(Object.getPrototypeOf(value ?? '') === Object.prototype ? namesIn(value) : []),
    ]),
  ),
]

function issuesOf(env: Environment): string[] {
  try {
    readSettings(env)
  } catch (error) {
    assert.ok(error instanceof SettingsError)
    return error.message
      .split('\n')
      .slice(1)
      .map(line => line.trim().split(':')[0]!)
  }
  return []
}

describe('settings', () => {
  it('are all optional, and empty ones count as not set', () => {
    const settings = readSettings({ PORT: '', SIGNUPS: '  ', ALLOWED_ORIGINS: '' })
    assert.equal(settings.port, 3000)
    assert.equal(settings.host, '127.0.0.1')
    assert.equal(settings.publicUrl.origin, 'http://localhost:3000')
    assert.equal(settings.role, 'all')
    assert.equal(settings.databaseUrl, undefined)
    assert.equal(settings.signups, 'open')
    assert.deepEqual(settings.allowedOrigins, [])
    assert.equal(settings.trustProxy, false)
    const { requestsPerMinute, loginsPerMinute, signupsPerHour } = settings.rateLimits
    assert.deepEqual([requestsPerMinute, loginsPerMinute, signupsPerHour], [6000, 10, 20])
  })

  it('that are wrong stop the start with one message that lists every error', () => {
    const wrong = {
      PORT: '65536',
      PUBLIC_URL: 'galley.example',
      ROLE: 'boss',
      WORKERS: 'many',
      DATABASE_REPLICA_URL: 'http://localhost/x',
      DATABASE_REPLICA_MAX_LAG: 'soon',
      DATABASE_URL: 'mysql://localhost/x',
      DATABASE_POOL_MAX: '-1',
      LOG_LEVEL: 'loud',
      SMTP_URL: 'http://mail.example',
      MAIL_FROM: 'nobody',
      MAIL_RETRY_SCHEDULE: 'often',
      REQUIRE_VERIFIED_EMAIL: 'yes',
      SIGNUPS: 'maybe',
      ALLOWED_ORIGINS: 'https://app.example/',
      TRUST_PROXY: 'nearby',
      RATE_LIMIT_REQUESTS: '1e3',
      RATE_LIMIT_LOGINS: '1.5',
      RATE_LIMIT_SIGNUPS: 'none',
      RATE_LIMIT_DEVICES: '-1',
      RATE_LIMIT_SEARCHES: '-1',
      UPLOAD_RETENTION: 'a month',
      QUOTA_FREE: '1GB',
      QUOTA_PREMIUM: '-1',
      QUOTA_PRO_PLUS: 'all',
      DISK_RESERVE: '5%',
      SITE_NAME: 'n'.repeat(61),
      SITE_DESCRIPTION: 'd'.repeat(301),
      SITE_LOGO: '/no/such/logo.svg',
      SITE_LANGUAGE: 'fr',
      SITE_FOOTER: 'f'.repeat(5001),
      DEFAULT_PLAN: 'gold',
    }
    assert.deepEqual(issuesOf(wrong).sort(), Object.keys(wrong).sort())
  })

  it('refuse several values where one is used', () => {
    assert.deepEqual(issuesOf({ WEBHOOK_TIMEOUT: '10s,5s' }), ['WEBHOOK_TIMEOUT'])
    assert.deepEqual(issuesOf({ WEBHOOK_TIMEOUT: '0' }), ['WEBHOOK_TIMEOUT'])
    assert.equal(readSettings({ WEBHOOK_TIMEOUT: '5s' }).webhooks.timeoutMs, 5000)
  })

  it('that contradict each other stop the start', () => {
    assert.deepEqual(issuesOf({ ROLE: 'api' }), ['ROLE'])
    assert.deepEqual(issuesOf({ WORKERS: '13' }), ['WORKERS'])
    assert.deepEqual(issuesOf({ WORKERS: '13', DATABASE_URL }), [])
    assert.deepEqual(issuesOf({ WORKERS: 'auto' }), [])
    assert.deepEqual(issuesOf({ ROLE: 'worker' }), ['ROLE'])
    assert.deepEqual(issuesOf({ SMTP_URL: 'smtp://mail.example' }), ['MAIL_FROM'])
    assert.deepEqual(issuesOf({ REQUIRE_VERIFIED_EMAIL: 'true' }), ['REQUIRE_VERIFIED_EMAIL'])
  })

  it('refuse an address with a path, because links would leave it out', () => {
    for (const rest of ['/blog', '/blog/', '?x=1', '#x', ',https://b.example']) {
      assert.deepEqual(issuesOf({ PUBLIC_URL: `https://a.example${rest}` }), ['PUBLIC_URL'], rest)
    }
    assert.deepEqual(issuesOf({ PUBLIC_URL: 'https://me:secret@a.example' }), ['PUBLIC_URL'])
    assert.deepEqual(issuesOf({ PUBLIC_URL: 'https://a.example/' }), [])
  })

  it('refuse a folder in quotes or below ~, and backups at an unknown kind of address', () => {
    for (const folder of ['"/srv/galley"', "'/srv/galley'", '~/galley', '~']) {
      assert.deepEqual(issuesOf({ DATA_DIR: folder, BACKUP_TO: folder }), ['DATA_DIR', 'BACKUP_TO'], folder)
    }
    for (const address of ['S3://bucket/x', 's3:/bucket', 's3://', 'gs://bucket/x', 'https://bucket.example/x']) {
      assert.deepEqual(issuesOf({ BACKUP_TO: address }), ['BACKUP_TO'], address)
    }
    assert.deepEqual(issuesOf({ BACKUP_TO: 's3://bucket' }), [])
    assert.deepEqual(issuesOf({ BACKUP_VERIFY: '0 3 * * 1' }), [])
    assert.equal(readSettings({ BACKUP_VERIFY: 'off' }).backup.verify, undefined)
    for (const often of ['sometimes', '1 2']) {
      assert.deepEqual(issuesOf({ BACKUP_VERIFY: often }), ['BACKUP_VERIFY'], often)
    }
    assert.deepEqual(issuesOf({ BACKUP_TO: 'C:/backups' }), [])
  })

  it('take sizes in bytes or with a unit', () => {
    const { quotas, diskReserveBytes } = readSettings({ QUOTA_FREE: '0', QUOTA_PREMIUM: '64MiB', DISK_RESERVE: '4096' })
    assert.deepEqual(quotas, { free: 0, premium: 64 * 2 ** 20, pro_plus: 100 * 2 ** 30 })
    assert.equal(diskReserveBytes, 4096)
    assert.equal(readSettings({}).diskReserveBytes, undefined)
  })

  it('of traces name the whole address and the service', () => {
    const env = { OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'https://traces.example/in', OTEL_SERVICE_NAME: 'blog' }
    const { tracing } = readSettings({ ...env, OTEL_EXPORTER_OTLP_ENDPOINT: 'https://other.example' })
    assert.deepEqual([tracing?.url, tracing?.serviceName], ['https://traces.example/in', 'blog'])
    const wrong = { OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'traces.example' }
    assert.deepEqual(issuesOf(wrong), Object.keys(wrong))
  })

  it('of S3 are used for images and for backups', () => {
    const { storage, backup } = readSettings({ STORAGE: 's3', S3_BUCKET: 'images', S3_REGION: 'ap-northeast-1' })
    assert.equal(storage.kind === 's3' && storage.region, 'ap-northeast-1')
    assert.equal(backup.s3.region, 'ap-northeast-1')
    assert.deepEqual(issuesOf({ STORAGE: 's3' }), ['S3_BUCKET'])
  })

  it('never reveal the database password in a message', () => {
    assert.throws(
      () => readSettings({ DATABASE_URL: 'mysql://galley:hunter2@localhost/x' }),
      (error: Error) => !error.message.includes('hunter2'),
    )
  })

  it('name the file that a database URL asks for, and say how a password is written', () => {
    const missing = { DATABASE_URL: `${DATABASE_URL}?sslrootcert=/no/such/ca.pem` }
    assert.throws(() => readSettings(missing), /DATABASE_URL: names a file that cannot be read: .*\/no\/such\/ca\.pem/)
    assert.throws(
      () => readSettings({ DATABASE_URL: 'postgres://me:a/b#c@localhost/x' }),
      /DATABASE_URL: .*percent-encoded/,
    )
  })

  it('say that a database has one host, also if the password has a comma', () => {
    for (const url of [
      'postgres://me:a,b@db1:5432,db2:5432/x?target_session_attrs=read-write',
      'postgres://db1,db2/x',
      'postgres://me:secret@/x?port=1&host=db1,db2',
    ])
      assert.throws(() => readSettings({ DATABASE_URL: url }), /DATABASE_URL: names several hosts/, url)
    const oneHost = 'postgres://me:a,b@db1:5432/x?application_name=a,b'
    assert.equal(readSettings({ DATABASE_URL: oneHost }).databaseUrl, oneHost)
  })

  it('accept a database on a Unix socket', () => {
    const url = 'postgres:///galley?host=/var/run/postgresql'
    assert.equal(readSettings({ DATABASE_URL: url }).databaseUrl, url)
    assert.equal(readSettings({ ROLE: 'api', DATABASE_URL }).role, 'api')
  })

  it('are all documented in docs/settings.md and .env.example', () => {
    const page = readDocument('docs/settings.md')
    for (const name of settingNames()) {
      assert.ok(name in EXAMPLE, `${name} is missing in .env.example`)
      assert.ok(page.includes(`\`${name}\``), `${name} is missing in docs/settings.md`)
    }
    for (const name of Object.keys(EXAMPLE)) {
      assert.ok(settingNames().includes(name), `.env.example has ${name}, which is not a setting`)
    }
  })

  it('are all part of a test', () => {
    const packages = join(import.meta.dirname, '../../..')
    const tests = globSync('*/{src/**/*.test.ts,test/**/*.ts}', { cwd: packages })
    const text = tests.map(file => readFileSync(join(packages, file), 'utf8')).join('\n')
    assert.deepEqual(
      settingNames().filter(name => !new RegExp(`\\b${name}\\b`).test(text)),
      [],
      'test a valid and an invalid value',
    )
  })

  it('are all used outside of the files that read them', () => {
    const source = (pattern: string, exclude: readonly string[] = []) => {
      const cwd = join(import.meta.dirname, '../../src')
      return globSync(pattern, { cwd, exclude })
        .map(file => readFileSync(join(cwd, file), 'utf8'))
        .join('\n')
    }
    const users = source('**/*.ts', ['**/*.test.ts', 'platform/config.ts', 'platform/core/settings/**'])
    // Read as `.name`, or as a name in braces.
    const isUsed = (name: string) => new RegExp(`\\.${name}\\b|[{,]\\s*${name}\\s*[,:}=]`).test(users)
    assert.deepEqual(
      namesIn(readSettings(EVERYTHING)).filter(name => !isUsed(name)),
      // Libraries get the credentials for mails and S3 as a whole; a quota is found by the plan.
      ['pass', 'accessKeyId', 'secretAccessKey', 'premium', 'pro_plus'],
      'use the setting as context.settings.name, or remove it',
    )
  })

  it('have the defaults that .env.example, docs/settings.md and README.md name', () => {
    assert.deepEqual(readSettings(EXAMPLE), readSettings({}))
    for (const document of ['docs/settings.md', 'README.md']) {
      for (const [, names = '', defaults = ''] of readDocument(document).matchAll(/^\| (`[A-Z].*?) \| (.*?) \|/gm)) {
        for (const [, name = ''] of names.matchAll(/`(\w+)`/g)) {
          const value = EXAMPLE[name]
          if (!value) continue
          const named = defaults.replace('<PORT>', '3000')
          assert.ok(
            named.split(/[;, ]+/).includes(value) || named.includes(`\`${value}\``),
            `${document}: the default of ${name} is "${value}", not ${defaults}`,
          )
        }
      }
    }
  })
})
