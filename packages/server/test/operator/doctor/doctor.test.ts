import assert from 'node:assert/strict'
import { appendFileSync, mkdirSync, mkdtempSync, readdirSync, rmdirSync, rmSync } from 'node:fs'
import { createServer, request as forward } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { sql } from 'kysely'
import { runChecks } from '../../../src/operator/doctor/doctor-command.ts'
import type { Environment } from '../../../src/platform/config.ts'
import { makeProof, PROOF_HEADER } from '../../../src/platform/core/arrival.ts'
import { newId } from '../../../src/platform/core/ids.ts'
import { keepFailedEvent } from '../../../src/selling/events/payment-event-store.ts'
import { eventually } from '../../support/eventually.ts'
import { plain } from '../../support/posts/images.ts'
import { createPost } from '../../support/posts/posts.ts'
import { upload } from '../../support/posts/upload.ts'
import { runGalley } from '../../support/processes/galley-process.ts'
import { createTestDatabase, TEST_SECRET_KEY, type TestDatabase } from '../../support/test-database.ts'
import { startTestServer, type TestServer } from '../../support/test-server.ts'

let database: TestDatabase
let server: TestServer
/** The same server, behind a proxy. */
let trusting: TestServer
let settings: Environment
const folder = mkdtempSync(join(tmpdir(), 'galley-doctor-test-'))

before(async () => {
  database = await createTestDatabase()
  server = await startTestServer({ database })
  trusting = await startTestServer({ database, env: { TRUST_PROXY: '1' } })
  settings = { DATABASE_URL: database.url, DATA_DIR: folder, SECRET_KEY: TEST_SECRET_KEY, ...addressOf(server.url) }
})
after(async () => {
  await server.close()
  await trusting.close()
  await database.drop()
  rmSync(folder, { recursive: true, force: true })
})

const addressOf = (url: string) => ({ PORT: new URL(url).port, PUBLIC_URL: url })

/** The verdicts by name, with the messages of what is not in order. */
async function verdicts(env: Environment, fromFile: readonly string[] = [], options: { deep?: boolean } = {}) {
  const findings = await runChecks({ ...settings, ...env }, fromFile, options)
  for (const { verdict, fix, name } of findings) {
    assert.equal(fix !== null, verdict === 'failed' || verdict === 'warning', `${name}: a fix for each error`)
  }
  return Object.fromEntries(findings.map(({ name, verdict, message, fix }) => [name, `${verdict}: ${message} ${fix}`]))
}

/** A reverse proxy that appends the client's address, as nginx and Caddy do. */
async function withProxy(target: string, use: (url: string) => Promise<void>): Promise<void> {
  const proxy = createServer((incoming, outgoing) => {
    const sent = incoming.headers['x-forwarded-for']
    const headers = { ...incoming.headers, 'x-forwarded-for': `${sent}, 203.0.113.7` }
    incoming.pipe(
      forward(target + incoming.url, { headers }, response => {
        outgoing.writeHead(response.statusCode ?? 0, response.headers)
        response.pipe(outgoing)
      }),
    )
  }).listen(0, '127.0.0.1')
  await new Promise(resolve => proxy.once('listening', resolve))
  try {
    await use(`http://127.0.0.1:${(proxy.address() as AddressInfo).port}`)
  } finally {
    proxy.closeAllConnections()
    proxy.close()
  }
}

describe('doctor', () => {
  it('reports a key that is missing, or not that of the database', async () => {
    const other = await verdicts({ SECRET_KEY: 'k'.repeat(40) })
    assert.match(other.key ?? '', /^failed: The key in SECRET_KEY is not that of the database/)
    assert.match(
      other.key ?? '',
      /Set SECRET_KEY to the former key, or remove it if the former key is in .*secret[.]key[.] /,
    )
    const missing = await verdicts({ SECRET_KEY: '' })
    assert.match(
      missing.key ?? '',
      /^failed: There is no key in .*secret[.]key[.] .* or copy the former secret[.]key to the .*docs.backup[.]md/,
    )
    // Not even root can read this one.
    mkdirSync(join(folder, 'secret.key'))
    const unreadable = await verdicts({ SECRET_KEY: '' })
    assert.match(unreadable.key ?? '', /^failed: It cannot be checked: .*EISDIR/)
    assert.match(unreadable.server ?? '', /^skipped: Without the key it cannot be asked/)
    rmdirSync(join(folder, 'secret.key'))
  })

  it('finds nothing wrong with a running server, and leaves nothing behind', async () => {
    const found = await verdicts({})
    for (const name of ['settings', 'database', 'key', 'locale', 'address', 'server', 'proxy']) {
      assert.match(found[name] ?? '', /^ok: /, name)
    }
    assert.match(found['database'] ?? '', /PostgreSQL \d+.* at DATABASE_URL; up to date/)
    assert.deepEqual(readdirSync(folder), [])
  })

  it('fails with less free space than the reserve of the disk', async () => {
    const failed = Object.values(await verdicts({ DISK_RESERVE: '1000TiB' })).filter(text =>
      text.startsWith('failed: '),
    )
    assert.ok(
      failed.some(text => /DISK_RESERVE is 1024000\.0 GiB, so the server writes nothing/.test(text)),
      failed.join(),
    )
  })

  it('warns without a backup, after a failed one and if one is overdue', async () => {
    const schedule = { BACKUP_SCHEDULE: '6h', BACKUP_TO: folder }
    const backup = async (env: Environment = {}) => (await verdicts(env))['backup']
    const record = (age: string, bytes: number | null, error: string | null) =>
      server.context.db
        .insertInto('backup_runs')
        .values({
          id: newId(),
          location: '',
          bytes: bytes === null ? null : String(bytes),
          error,
          started_at: sql<Date>`now() - ${age}::interval`,
          finished_at: sql<Date>`now() - ${age}::interval`,
        })
        .execute()
    assert.match((await backup()) ?? '', /^warning: There is no backup/)
    await record('8 hours', 1, null)
    assert.match((await backup(schedule)) ?? '', /^warning: A backup is overdue/)
    assert.match((await backup()) ?? '', /BACKUP_SCHEDULE is not set/)
    await record('2 hours', 1, null)
    assert.match((await backup(schedule)) ?? '', /^ok: /)
    await record('1 hour', null, 'the disk is full')
    assert.match((await backup(schedule)) ?? '', /^warning: .*the disk is full/)
  })

  it('finds images, pages and rows that are not as they should be, if it looks at the data', async () => {
    const { db } = server.context
    const { dataDir } = server.context.settings
    const deep = async () => verdicts({ DATA_DIR: dataDir }, [], { deep: true })
    const alice = await server.person({ plan: 'pro_plus' })
    for (const width of [5, 6, 7]) await upload(alice.bearer, await plain('png', width, 5))
    const { id } = await createPost(alice.bearer, { content: '題名 *one*', status: 'published' })
    const sound = await eventually(async () => {
      const pages = await db.selectFrom('post_pages').select('html').where('post_id', '=', id).execute()
      assert.match(pages[0]?.html ?? '', /<em>/)
      return deep()
    })
    for (const name of ['rows', 'pages', 'images']) assert.match(sound[name] ?? '', /^ok: /, name)
    assert.match(sound['images'] ?? '', /All 3 images/)
    assert.deepEqual(
      Object.keys(await verdicts({})).filter(name => name === 'rows'),
      [],
      'only if it is asked for',
    )

    const paths = (await db.selectFrom('uploads').select('path').orderBy('path').execute()).map(({ path }) => path)
    const [deleted = '', changed = ''] = paths
    rmSync(join(dataDir, 'media', deleted))
    appendFileSync(join(dataDir, 'media', changed), '.')
    await sql`update post_pages set html = ''`.execute(db)
    await db.connection().execute(async one => {
      await sql`set session_replication_role = replica`.execute(one)
      await sql`insert into post_pages select gen_random_uuid(), '', '<p>', '[]', 1, 'en'`.execute(one)
      await sql`set session_replication_role = origin`.execute(one)
    })
    const found = await deep()
    assert.match(
      found['rows'] ?? '',
      /^failed: Rows violate constraints of the database: 1 of post_pages [(]post_pages_post_id_fkey[)]/,
    )
    assert.match(
      found['pages'] ?? '',
      new RegExp(`^warning: 1 stored pages are empty, the first one of the post ${id}`),
    )
    const images = `1 missing (${deleted}), 1 damaged (${changed})`
    assert.ok(found['images']?.startsWith(`failed: Of 3 images, these are not as they were uploaded: ${images}.`))
  })

  it('warns of payment reports that could not be recorded', async () => {
    const payments = async (env: Environment = {}) => (await verdicts(env))['payments'] ?? ''
    assert.match(await payments(), /^skipped: PAYMENTS is off/)
    assert.match(await payments({ PAYMENTS: 'test' }), /^ok: /)
    await keepFailedEvent(server.context.db, 'test', 'evt_1')
    assert.match(await payments({ PAYMENTS: 'test' }), /^warning: 1 reports .* the first at 20/)
  })

  it('reports a replica that does not respond, or that is not a replica', async () => {
    const replica = async (env: Environment = {}) => (await verdicts(env))['replica'] ?? ''
    assert.match(await replica(), /^skipped/)
    const url = new URL(database.url)
    url.port = '1'
    url.search = ''
    url.hostname = '127.0.0.1'
    assert.match(await replica({ DATABASE_REPLICA_URL: url.href }), /^failed: It cannot be used: .*ECONNREFUSED/)
    assert.match(await replica({ DATABASE_REPLICA_URL: database.url }), /^failed: .* is not a replica/)
  })

  it('warns if the user or the database may open too few connections', async () => {
    const { db } = server.context
    const { user: owner, database: name } = database.connection
    const guest = `guest_${name}`
    const [user, all] = [sql.ref(guest), sql.ref(name)]
    await sql`create role ${user} login password 'guest' connection limit 15`.execute(db)
    await sql`grant ${sql.ref(owner)} to ${user}`.execute(db)
    await sql`grant create on database ${all} to ${user}`.execute(db)
    const url = new URL(database.url)
    url.username = guest
    url.password = 'guest'
    const connections = async () => (await verdicts({ DATABASE_URL: url.href }))['database'] ?? ''
    try {
      assert.match(await connections(), /^warning: It allows 15 connections/)
      await sql`alter role ${user} connection limit 0`.execute(db)
      assert.match(await connections(), /^failed: .*too many connections.*Raise max_connections/)
      await sql`alter role ${user} connection limit -1`.execute(db)
      assert.match(await connections(), /^ok: /)
      await sql`alter database ${all} connection limit 16`.execute(db)
      assert.match(await connections(), /^warning: It allows 16 connections/)
    } finally {
      await sql`alter database ${all} connection limit -1`.execute(db)
      await sql`drop owned by ${user}`.execute(db)
      await sql`drop role ${user}`.execute(db)
    }
  })

  it('lists every wrong setting, and names in .env that are not settings', async () => {
    const wrong = await verdicts({ PORT: 'x', ROLE: 'boss' })
    assert.match(wrong['settings'] ?? '', /^failed: PORT: .*; ROLE: /)
    assert.match(wrong['database'] ?? '', /^skipped/)
    assert.match((await verdicts({}, ['PORT', 'TRUSTPROXY']))['settings'] ?? '', /^warning: .* TRUSTPROXY\./)
  })

  it('reports a database that cannot be used, without its password', async () => {
    const url = new URL(database.url)
    url.password = 'hunter2'
    const found = await verdicts({ DATABASE_URL: url.href })
    assert.match(found['database'] ?? '', /^failed: .*password authentication.*DATABASE_URL/)
    assert.doesNotMatch(JSON.stringify(found), /hunter2/)
  })

  it('names the right that the user of the database lacks', async () => {
    const { db } = server.context
    const guest = `guest_${database.connection.database}`
    await sql`create role ${sql.ref(guest)} login password 'guest'`.execute(db)
    const url = new URL(database.url)
    url.username = guest
    url.password = 'guest'
    const found = await verdicts({ DATABASE_URL: url.href })
    assert.match(found['database'] ?? '', /^failed: The user guest_\w+ may not create tables/)
    assert.match(found['backup'] ?? '', /^skipped: The database cannot be used/)
    await sql`drop role ${sql.ref(guest)}`.execute(db)
  })

  it('reports a name that DNS does not know, and a port where another program answers', async () => {
    const unknown = await verdicts({ PUBLIC_URL: 'https://no-such-host.invalid' })
    assert.match(unknown['address'] ?? '', /^failed: .*no-such-host\.invalid.*record/)
    const other = await verdicts({ SECRET_KEY: 'another-key-of-more-than-32-characters' })
    assert.match(other['server'] ?? '', /^failed: Another program responds/)
  })

  it('reports a proxy that the server does not trust, and accepts one that it trusts', async () => {
    await withProxy(server.url, async PUBLIC_URL => {
      assert.match((await verdicts({ PUBLIC_URL }))['proxy'] ?? '', /^failed: .*TRUST_PROXY is off.* TRUST_PROXY=1/)
    })
    await withProxy(trusting.url, async PUBLIC_URL => {
      const found = await verdicts({ ...addressOf(trusting.url), PUBLIC_URL, TRUST_PROXY: '1' })
      assert.match(found['proxy'] ?? '', /^ok: .* one proxy.* 203\.0\.113\.7/)
    })
  })

  it('only warns if nothing responds at a local PUBLIC_URL, which in a container is not that of the machine', async () => {
    const proxy = async (PUBLIC_URL: string) => (await verdicts({ PUBLIC_URL }))['proxy'] ?? ''
    for (const name of ['localhost', '127.0.0.1', '[::1]']) {
      assert.match(await proxy(`http://${name}:2`), /^warning: .*cannot be reached.*ECONNREFUSED.*In a container/)
    }
    assert.match(await proxy('http://0.0.0.0:2'), /^failed: .*cannot be reached/)
  })

  it('reports an S3 storage that does not respond, with what to check', async () => {
    const env = { STORAGE: 's3', S3_BUCKET: 'b', S3_ACCESS_KEY_ID: 'a', S3_SECRET_ACCESS_KEY: 's' }
    const found = await verdicts({ ...env, S3_ENDPOINT: 'http://127.0.0.1:1' })
    assert.match(found['storage'] ?? '', /^failed: .*127\.0\.0\.1:1.*S3_ENDPOINT/)
  })

  it('exits 1 with JSON if something is wrong', async () => {
    const { code, stdout, stderr } = await runGalley(['doctor', '--json'], {
      DATABASE_URL: database.url,
      PUBLIC_URL: 'https://no-such-host.invalid',
      PORT: '1',
    })
    const { ok, checks } = JSON.parse(stdout)
    assert.deepEqual({ code, stderr, ok }, { code: 1, stderr: '', ok: false })
    assert.deepEqual(Object.keys(checks[0]), ['name', 'verdict', 'message', 'fix'])
  })
})

describe('/healthz', () => {
  it('tells how a request arrived only with a proof by the secret key', async () => {
    const ask = async (proof: string) =>
      (await fetch(`${server.url}/healthz`, { headers: { [PROOF_HEADER]: proof } })).json()
    const { secretBox } = server.context
    const arrival = { client_address: '127.0.0.1', forwarded_for: null }
    assert.deepEqual(await ask(makeProof(secretBox, new Date())), { status: 'ok', arrival })
    const sealed = secretBox.seal('a secret of a webhook').toString('base64url')
    for (const proof of ['x', sealed, makeProof(secretBox, new Date(0))]) {
      assert.deepEqual(await ask(proof), { status: 'ok' })
    }
  })
})
