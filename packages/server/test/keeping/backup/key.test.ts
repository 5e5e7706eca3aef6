import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, existsSync, openSync } from 'node:fs'
import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { after, before, describe, it } from 'node:test'
import { sql } from 'kysely'
import pg from 'pg'
import { resetKey } from '../../../src/keeping/backup/key/reset-key.ts'
import { rotateKey } from '../../../src/keeping/backup/key/rotate-key.ts'
import { readSettings, type Settings } from '../../../src/platform/config.ts'
import { createLogger } from '../../../src/platform/core/logger.ts'
import { SecretBox } from '../../../src/platform/core/secret-box.ts'
import { type Database, openDatabase } from '../../../src/platform/db/connection/database.ts'
import { nextKeyFile, openSecretBox } from '../../../src/platform/db/secret-key.ts'
import { serve } from '../../../src/serve.ts'
import { temporaryFolder } from '../../support/backup.ts'
import { startDatabaseProxy } from '../../support/database/database-proxy.ts'
import { eventually } from '../../support/eventually.ts'
import { ENTRY, runGalley, ServerProcess, until } from '../../support/processes/galley-process.ts'
import { isolatedEnvironment } from '../../support/processes/isolated-environment.ts'
import { createTestDatabase, TEST_SECRET_KEY, type TestDatabase } from '../../support/test-database.ts'
import { startTestServer } from '../../support/test-server.ts'

let folder: string
let database: TestDatabase
let opened: Database
let settings: Settings
/** The secret that the owner of the webhook knows. */
let secret: string
before(async () => {
  folder = await temporaryFolder()
  database = await createTestDatabase()
  await writeFile(join(folder, 'secret.key'), `${TEST_SECRET_KEY}\n`)
  const server = await startTestServer({ database })
  const alice = await server.person({ plan: 'pro_plus', username: 'alice' })
  const webhook = { url: 'https://hook.example/', event_types: ['post.published'] }
  const headers = { 'idempotency-key': 'once' }
  secret = (await alice.bearer.post('/api/v1/webhooks', webhook, { headers })).body.secret
  settings = readSettings({ DATABASE_URL: database.url, DATA_DIR: folder })
  opened = openDatabase(database.connection, { poolMax: 2 }, await createLogger('silent'))
  await assert.rejects(rotateKey(opened.db, settings), /Stop all servers first/)
  await server.close()
})
after(async () => {
  await opened.close()
  await database.drop()
  await rm(folder, { recursive: true })
})

const keyInFile = async () => (await readFile(join(folder, 'secret.key'), 'utf8')).trim()
const storedSecret = async (box: SecretBox) => {
  const { secret } = await opened.db.selectFrom('webhooks').select('secret').executeTakeFirstOrThrow()
  return box.open(secret)
}

describe('rotating the key', () => {
  it('encrypts webhook secrets and stored responds with the new key, and replaces the file', async () => {
    const { key } = await rotateKey(opened.db, settings)
    assert.equal(await keyInFile(), key)
    assert.equal(existsSync(nextKeyFile(folder)), false)
    const box = await openSecretBox(opened.db, settings)
    assert.equal(await storedSecret(box), secret)
    const { answer } = await opened.db.selectFrom('idempotency_keys').select('answer').executeTakeFirstOrThrow()
    assert.equal(JSON.parse(box.open(answer!)).secret, secret)
  })

  it('is completed by the next start if it ended before the file was replaced', async () => {
    const former = await keyInFile()
    const { key } = await rotateKey(opened.db, settings)
    await writeFile(nextKeyFile(folder), `${key}\n`)
    await writeFile(join(folder, 'secret.key'), `${former}\n`)
    assert.equal(await storedSecret(await openSecretBox(opened.db, settings)), secret)
    assert.equal(await keyInFile(), key)
  })

  it('is completed by the next rotation too, and a reset is rejected', async () => {
    const former = await keyInFile()
    const { key } = await rotateKey(opened.db, settings)
    const interrupt = async () => {
      await writeFile(nextKeyFile(folder), `${key}\n`)
      await writeFile(join(folder, 'secret.key'), `${former}\n`)
    }
    await interrupt()
    await assert.rejects(resetKey(opened.db, settings), /use `galley key rotate`/)
    await interrupt()
    await assert.rejects(
      openSecretBox(opened.db, { ...settings, secretKey: former }),
      /secret\.key\.next: set SECRET_KEY/,
    )
    const { key: another } = await rotateKey(opened.db, settings)
    assert.equal(await storedSecret(new SecretBox(another)), secret)
    assert.deepEqual([await keyInFile(), existsSync(nextKeyFile(folder))], [another, false])
  })

  it('keeps the key to set in a file until a server has started with it, if it comes from SECRET_KEY', async () => {
    const former = await keyInFile()
    const env = { DATABASE_URL: database.url, DATA_DIR: folder, PORT: '0', ROLE: 'worker' }
    // Nobody reads what the command prints, and the disk for it is full.
    const full = openSync('/dev/full', 'w')
    const child = spawn(process.execPath, [ENTRY, 'key', 'rotate'], {
      env: isolatedEnvironment({ ...env, SECRET_KEY: former }),
      stdio: ['ignore', full, 'pipe'],
    })
    closeSync(full)
    const [said, [code]] = await Promise.all([text(child.stderr!), once(child, 'close')])
    assert.deepEqual([code, said], [1, 'The output could not be written: the disk is full (ENOSPC).\n'])
    const key = (await readFile(nextKeyFile(folder), 'utf8')).trim()
    assert.equal(await keyInFile(), former)
    assert.equal(await storedSecret(new SecretBox(key)), secret)

    const show = async (secretKey: string) => {
      const shown = await runGalley(['key', 'show', '--json'], { ...env, SECRET_KEY: secretKey })
      const { key, from, opens_database } = JSON.parse(shown.stdout)
      return [key, from, opens_database]
    }
    assert.deepEqual(await show(former), [key, nextKeyFile(folder), true])
    assert.deepEqual(await show(key), [key, 'SECRET_KEY', true])
    const start = async (secretKey: string) => {
      const { stop } = await serve(readSettings({ ...env, SECRET_KEY: secretKey }), await createLogger('silent'))
      await stop()
    }
    await assert.rejects(start(former), /The new one is in .*secret[.]key[.]next: set SECRET_KEY to it/)
    assert.ok(existsSync(nextKeyFile(folder)))
    await start(key)
    assert.equal(existsSync(nextKeyFile(folder)), false)
    await writeFile(join(folder, 'secret.key'), `${key}\n`)
  })
})

describe('a server that starts while the key is being rotated', () => {
  it('waits until that has ended, and does not go on with the former key', async () => {
    const blocker = new pg.Client(database.connection)
    await blocker.connect()
    const waitingForLocks = async () => {
      const { rows } = await sql`
        select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(opened.db)
      return rows.length
    }
    try {
      // The rotation has seen that no server runs, and now takes long.
      await blocker.query('begin; select from webhooks for update')
      const rotating = rotateKey(opened.backgroundDb, settings)
      await eventually(async () => assert.equal(await waitingForLocks(), 1))
      const env = { DATABASE_URL: database.url, DATA_DIR: folder, PORT: '0', ROLE: 'worker' }
      const starting = serve(readSettings(env), await createLogger('silent')).then(({ stop }) => stop())
      const rejected = assert.rejects(starting, /The secret key was changed after this server had read it/)
      await eventually(async () => assert.equal(await waitingForLocks(), 2)).finally(() => blocker.query('commit'))
      await Promise.all([rotating, rejected])
    } finally {
      await blocker.end()
    }
  })
})

describe('a server that cannot reach the database while the key is rotated', () => {
  it('ends when it reaches it again, and does not go on with the former key', async () => {
    const keyFolder = await temporaryFolder()
    const ownDatabase = await createTestDatabase()
    const proxy = await startDatabaseProxy(ownDatabase)
    const env = { DATA_DIR: keyFolder, SECRET_KEY: '' }
    await writeFile(join(keyFolder, 'secret.key'), `${TEST_SECRET_KEY}\n`)
    const server = await ServerProcess.ready({ ...env, DATABASE_URL: proxy.database.url })
    try {
      await proxy.cut()
      const rotated = await runGalley(['key', 'rotate'], { ...env, DATABASE_URL: ownDatabase.url })
      assert.equal(rotated.code, 0, rotated.stderr)
      await proxy.restore()
      await until('the server has ended', () => !server.alive, 30_000)
      assert.equal(await server.exited, 1)
      assert.ok(server.log.some(({ level, msg }) => level === 'error' && msg.startsWith('The secret key was changed')))
      const again = readSettings({ ...env, DATABASE_URL: ownDatabase.url, PORT: '0', ROLE: 'worker' })
      const { stop } = await serve(again, await createLogger('silent'))
      await stop()
    } finally {
      await server.stop('SIGKILL')
      await proxy.database.drop()
      await rm(keyFolder, { recursive: true })
    }
  })
})

describe('resetting the key', () => {
  it('is rejected while the key is known', async () => {
    await assert.rejects(resetKey(opened.db, settings), /use `galley key rotate`/)
  })

  it('is named by a start with the wrong key, and makes the next start possible, also without a data folder', async () => {
    const lost = { ...settings, dataDir: join(folder, 'lost', 'data') }
    await assert.rejects(openSecretBox(opened.db, lost), /galley key reset/)
    assert.equal(existsSync(lost.dataDir), false, 'no file that looks like the key')
    const { webhooks } = await resetKey(opened.db, lost)
    assert.deepEqual(
      webhooks.map(({ username, url }) => [username, url]),
      [['alice', 'https://hook.example/']],
    )
    assert.notEqual(await storedSecret(await openSecretBox(opened.db, lost)), secret)
    const { status, disabled_reason } = await opened.db
      .selectFrom('webhooks')
      .select(['status', 'disabled_reason'])
      .executeTakeFirstOrThrow()
    assert.deepEqual([status, disabled_reason], ['disabled', 'secret_reset'])
  })
})

it('a key that cannot be stored is explained in one sentence', async () => {
  const file = join(folder, 'a-file')
  await writeFile(file, '')
  await opened.db.deleteFrom('secret_key_proof').execute()
  const expected =
    /^SettingsError: A new key cannot be stored in .*a part of the path is a file.* or set SECRET_KEY[.]$/
  await assert.rejects(openSecretBox(opened.db, { secretKey: undefined, dataDir: join(file, 'data') }), expected)
})
