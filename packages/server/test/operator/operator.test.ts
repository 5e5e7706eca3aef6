import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Command } from 'commander'
import { buildProgram } from '../../src/operator/program.ts'
import { assertError, Client } from '../support/client.ts'
import { DataFolder, type Outcome, runGalley, ServerProcess, until } from '../support/processes/galley-process.ts'
import { createTestDatabase, type TestDatabase } from '../support/test-database.ts'
import { startTestServer, type TestServer } from '../support/test-server.ts'

let database: TestDatabase
/** A server that runs on the same database as the commands. */
let server: TestServer
before(async () => {
  database = await createTestDatabase()
  server = await startTestServer({ database })
})
after(async () => {
  await server.close()
  await database.drop()
})

/** Changes take effect within a second; without a notification it could be a minute. */
const SOON_MS = 5000

const galley = (...args: string[]) => runGalley(args, { DATABASE_URL: database.url })

// biome-ignore lint/suspicious/noExplicitAny: tests look into results of every shape, and fail when it is another
type Json = any

/** Runs a command with `--json`: one value on stdout, nothing on stderr, exit code 0. */
async function json(...args: string[]): Promise<Json> {
  const { code, stdout, stderr } = await galley(...args, '--json')
  assert.deepEqual({ code, stderr }, { code: 0, stderr: '' }, args.join(' '))
  assert.equal(stdout.trimEnd().split('\n').length, 1)
  return JSON.parse(stdout)
}

const seenAsJson = new Set<string>()

/** Runs a command and asserts its error message; with --json the same for each code once. */
async function assertRefused(args: string[], code: number, jsonCode: string, words: RegExp): Promise<void> {
  const text = await galley(...args)
  assert.deepEqual([text.code, text.stdout], [code, ''], `${args.join(' ')}: ${text.stderr}`)
  assert.match(text.stderr, words)
  assert.doesNotMatch(text.stderr, /^\s+at /m)
  if (seenAsJson.has(jsonCode)) return
  seenAsJson.add(jsonCode)
  const asJson = await galley(...args, '--json')
  assert.deepEqual([asJson.code, asJson.stdout], [code, ''])
  const { error } = JSON.parse(asJson.stderr)
  assert.deepEqual(Object.keys(error), ['code', 'message', 'fields'])
  assert.equal(error.code, jsonCode)
  assert.ok(text.stderr.startsWith(error.message), `${text.stderr} / ${error.message}`)
}

const lines = (outcome: Outcome) => outcome.stdout.trimEnd().split('\n')

describe('the command line', () => {
  const all = (command: Command): Command[] => [command, ...command.commands.flatMap(all)]
  const pathOf = (command: Command): string =>
    command.parent === null ? '' : `${pathOf(command.parent)} ${command.name()}`.trim()

  it('has every documented command, each with a help text about its purpose and arguments', () => {
    const commands = all(buildProgram())
    const leaves = commands.filter(command => command.commands.length === 0).map(pathOf)
    const promised = [
      ...['create', 'list', 'show', 'set-plan', 'set-password', 'verify', 'suspend', 'restore', 'delete'].map(
        c => `users ${c}`,
      ),
      ...['create', 'list', 'add-member', 'remove-member'].map(c => `salons ${c}`),
      ...['jobs list', 'jobs run', 'demo seed', 'migrate', 'serve', 'database url', 'site addresses', 'doctor'],
    ]
    assert.deepEqual(
      promised.filter(command => !leaves.includes(command)),
      [],
    )
    for (const command of commands) {
      const help = command.helpInformation()
      assert.ok(command.description().length > 10, pathOf(command))
      assert.ok(help.startsWith(`Usage: galley${command.parent ? ` ${pathOf(command)}` : ''} `), help)
      assert.doesNotMatch(help, /<>|\[\]|undefined/)
    }
    for (const path of leaves) assert.match(find(commands, path).helpInformation(), /--json/, path)
  })
  const find = (commands: Command[], path: string) => commands.find(c => pathOf(c) === path) ?? assert.fail(path)

  it('prints help on stdout with exit code 0, and on stderr with 2 for an incomplete command', async () => {
    const [asked, serve, group, version] = await Promise.all([
      galley('--help'),
      galley('serve', '--help'),
      galley('users'),
      galley('--version'),
    ])
    assert.deepEqual([asked.code, asked.stderr, serve.code, serve.stderr], [0, '', 0, ''])
    assert.match(
      asked.stdout,
      /Usage: galley .*\n[\s\S]*users[\s\S]*salons[\s\S]*jobs[\s\S]*npm run -s galley -- <command>/,
    )
    assert.match(serve.stdout, /DATABASE_URL/)
    assert.deepEqual([group.code, group.stdout], [2, ''])
    assert.match(group.stderr, /Usage: galley users [\s\S]*set-plan/)
    assert.match(version.stdout, /^\d+\.\d+\.\d+\n$/)
  })

  it('exits 2 with a usage message for an invalid call', async () => {
    const words = (message: RegExp) => new RegExp(`^${message.source}[\\s\\S]*\\(see --help for the usage\\)\\n$`)
    await assertRefused(['nonsense'], 2, 'MISUSED', words(/Unknown command 'nonsense'/))
    await assertRefused(['users', 'lst'], 2, 'MISUSED', words(/Unknown command 'lst'\n\(Did you mean list\?\)/))
    await assertRefused(['users', 'create', 'x'], 2, 'MISUSED', words(/Required option '--email <address>'/))
    await assertRefused(
      ['users', 'set-plan', 'x', 'gold'],
      2,
      'MISUSED',
      words(/"gold" is no plan.*free, premium, pro_plus/),
    )
    await assertRefused(
      ['salons', 'add-member', 'x', 'y', '--role', 'king'],
      2,
      'MISUSED',
      words(/.*owner, admin, member/),
    )
    await assertRefused(['migrate', 'now'], 2, 'MISUSED', words(/Too many arguments/))
  })

  it('exits 1 if a command fails, and names cause and solution', async () => {
    const nobody = /^There is no account "nobody"\. List them: users list\n$/
    await assertRefused(['users', 'show', 'nobody'], 1, 'NOT_FOUND', nobody)
    await assertRefused(['salons', 'create', 'Empty', '--owner', 'nobody'], 1, 'NOT_FOUND', nobody)
    await assertRefused(
      ['jobs', 'run', 'nothing'],
      1,
      'NOT_FOUND',
      /^There is no task "nothing"\. Tasks are: .*purge-expired/,
    )
    const { account } = await server.person()
    for (const id of ['1', '01890000-0000-7000-8000-000000000000']) {
      const args = ['salons', 'add-member', id, account.username]
      await assertRefused(args, 1, 'NOT_FOUND', new RegExp(`^There is no salon "${id}"\\. List them: salons list\\n$`))
    }
    await assertRefused(['users', 'create', account.username, '--email', 'no'], 1, 'VALIDATION_ERROR', /\n {2}email: /)
    const taken = ['users', 'create', account.username, '--email', account.email]
    await assertRefused(taken, 1, 'VALIDATION_ERROR', /\n {2}username: .*taken[\s\S]*\n {2}email: /)
  })
})

describe('site addresses', () => {
  it('lists where images were served, and adds an earlier address', async () => {
    const addressesOf = async (...args: string[]) =>
      (await json('site', 'addresses', ...args)).addresses.map(({ address }: Json) => address)
    const known = await addressesOf()
    assert.ok(known.includes(`${server.context.settings.publicUrl.origin}/media`), known.join())
    const more = await addressesOf('--add', 'https://old.example/')
    assert.deepEqual(more.sort(), [...known, 'https://old.example/media'].sort())
    await assertRefused(['site', 'addresses', '--add', 'old.example'], 2, 'MISUSED', /^"old.example" is not an address/)
  })
})

describe('users', () => {
  it('create makes an account that can log in, with a given password or a generated one that is shown once', async () => {
    const made = await json(
      'users',
      'create',
      'carol',
      '--email',
      'carol@example.com',
      '--plan',
      'pro_plus',
      '--verified',
    )
    assert.deepEqual(
      [made.username, made.email, made.display_name, made.plan, made.is_verified, made.suspended_at],
      ['carol', 'carol@example.com', 'carol', 'pro_plus', true, null],
    )
    assert.match(made.password, /^[A-Za-z0-9]{20}$/)
    assert.equal((await new Client(server.url).logIn('carol', made.password)).body.subscription_plan, 'pro_plus')
    const given = ['--password', 'a word of my own', '--display-name', '陽翔']
    const text = await galley('users', 'create', 'dave', '--email', 'dave@example.com', ...given)
    assert.deepEqual([text.code, text.stderr, lines(text)[0]], [0, '', 'Created dave.'])
    assert.match(text.stdout, /display_name {2}陽翔\n/)
    assert.doesNotMatch(text.stdout, /a word of my own/)
    await new Client(server.url).logIn('dave@example.com', 'a word of my own')
  })

  it('list and show print everything but the password, in aligned columns', async () => {
    const { users } = await json('users', 'list')
    const carol = users.find((user: Json) => user.username === 'carol')
    const fields = [
      'id',
      'username',
      'email',
      'display_name',
      'plan',
      'role',
      'is_verified',
      'suspended_at',
      'created_at',
    ]
    assert.deepEqual(Object.keys(carol), fields)
    assert.deepEqual(await json('users', 'show', 'CAROL@example.com'), carol)
    assert.deepEqual((await json('users', 'list', '--limit', '1', '--offset', '1')).users, users.slice(1, 2))
    const [shown, list] = await Promise.all([galley('users', 'show', 'carol'), galley('users', 'list')])
    assert.match(shown.stdout, /^carol \(@carol\)\n {2}id {12}\S+\n[\s\S]*is_verified {3}yes\n {2}suspended_at {2}–\n/)
    const [head = '', ...rows] = lines(list)
    assert.equal(rows.length, users.length)
    assert.deepEqual(head.split(/ +/), fields)
    const row = rows.find(line => line.includes('dave@example.com')) ?? ''
    // A Japanese character takes two columns.
    assert.equal(row.indexOf('free') + '陽翔'.length, head.indexOf('plan'))
    assert.ok(!(shown.stdout + list.stdout).includes('\u001b'), 'colour is for terminals')
  })

  it('set-plan takes effect in a running server within a second', async () => {
    const { bearer, account } = await server.person({ plan: 'free' })
    assertError(await bearer.get('/api/v1/me'), 403, 'PLAN_REQUIRED')
    const text = await galley('users', 'set-plan', account.username, 'premium')
    assert.deepEqual([text.code, lines(text)[0]], [0, `${account.username} has the plan premium now.`])
    await until('premium', async () => (await bearer.get('/api/v1/me')).status === 200, SOON_MS)
    assert.equal((await json('users', 'set-plan', account.email, 'free')).plan, 'free')
    await until('free', async () => (await bearer.get('/api/v1/me')).status === 403, SOON_MS)
  })

  it('delete --now leaves no account', async () => {
    const { bearer, account } = await server.person()
    assert.equal((await json('users', 'delete', account.username, '--now')).purged, true)
    await until('no access', async () => (await bearer.get('/api/v1/me')).status === 401, SOON_MS)
    const login = { login: account.username, password: 'correct horse battery' }
    assertError(await server.anyone.post('/api/v1/session', login), 401, 'UNAUTHORIZED')
  })

  it('suspend ends sessions and tokens at once, restore makes them valid again', async () => {
    const { session, bearer, account, password } = await server.person()
    assert.equal((await session.get('/api/v1/me')).status, 200)
    assert.notEqual((await json('users', 'suspend', account.username)).suspended_at, null)
    await until('no session', async () => (await session.get('/api/v1/me')).status === 401, SOON_MS)
    assert.equal((await bearer.get('/api/v1/me')).status, 401)
    const logIn = { login: account.username, password }
    assertError(await server.anyone.post('/api/v1/session', logIn), 403, 'FORBIDDEN')
    assert.equal((await json('users', 'restore', account.username)).suspended_at, null)
    await until('access', async () => (await bearer.get('/api/v1/me')).status === 200, SOON_MS)
  })

  it('set-password ends all sessions, and verify sets the badge', async () => {
    const { session, account, password } = await server.person()
    const { password: made } = await json('users', 'set-password', account.username)
    await until('no session', async () => (await session.get('/api/v1/me')).status === 401, SOON_MS)
    const old = { login: account.username, password }
    assertError(await server.anyone.post('/api/v1/session', old), 401, 'UNAUTHORIZED')
    await new Client(server.url).logIn(account.username, made)
    const short = ['users', 'set-password', account.username, '--password', 'short']
    await assertRefused(short, 1, 'VALIDATION_ERROR', /\n {2}password: /)
    assert.equal((await json('users', 'verify', account.username)).is_verified, true)
    assert.equal((await json('users', 'unverify', account.username)).is_verified, false)
  })

  it('set-role gives and takes rights', async () => {
    const { account } = await server.person()
    assert.equal((await json('users', 'set-role', account.username, 'admin')).role, 'admin')
    await assertRefused(['users', 'set-role', account.username, 'root'], 2, 'MISUSED', /Roles are: user, admin/)
    assert.equal((await json('users', 'set-role', account.email, 'user')).role, 'user')
  })
})

describe('salons', () => {
  it('are created with an owner, gain and lose members, and never lose the last owner', async () => {
    const [{ account: owner }, { account: other }] = [await server.person(), await server.person()]
    const made = await galley('salons', 'create', 'Writers', '--owner', owner.username)
    assert.deepEqual([made.code, lines(made)[0]], [0, 'Created the salon "Writers".'])
    const { id, owner: named } = await json('salons', 'create', ' Poets ', '--owner', owner.email)
    assert.equal(named, owner.username)
    const listed = async () => (await json('salons', 'list')).salons.find((salon: Json) => salon.id === id)
    const { name, owners } = await listed()
    assert.deepEqual([name, owners], ['Poets', owner.username])

    const lastOwner = /needs an owner.*salons add-member <salon> <user> --role owner/
    await assertRefused(['salons', 'remove-member', id, owner.username], 1, 'FORBIDDEN', lastOwner)
    await assertRefused(['salons', 'add-member', id, owner.username, '--role', 'admin'], 1, 'FORBIDDEN', lastOwner)
    assert.deepEqual(await json('salons', 'add-member', id, other.username), {
      salon_id: id,
      username: other.username,
      role: 'member',
    })
    await json('salons', 'add-member', id, other.username, '--role', 'owner')
    const shared = await listed()
    assert.deepEqual([shared.members, shared.owners.split(', ').length], [2, 2])
    await json('salons', 'remove-member', id, owner.username)
    assert.equal((await listed()).owners, other.username)
    await assertRefused(['salons', 'remove-member', id, owner.username], 1, 'NOT_FOUND', /^Member not found/)
    const table = await galley('salons', 'list')
    assert.match(table.stdout, /^id +name +created_at +owners +members\n[\s\S]*Writers/)
  })
})

describe('jobs', () => {
  it('list shows every task with its schedule, run runs one immediately', async () => {
    const { tasks } = await json('jobs', 'list')
    const purge = tasks.find((task: Json) => task.task === 'purge-expired')
    assert.deepEqual(Object.keys(purge), ['task', 'schedule', 'last_run_at', 'waiting', 'failed', 'what'])
    assert.match((await galley('jobs', 'list')).stdout, /^task +schedule +last_run_at +waiting +failed +what\n/)

    const { session } = await server.person()
    await server.context.db
      .updateTable('sessions')
      .set({ expires_at: new Date(0) })
      .execute()
    const ran = await galley('jobs', 'run', 'purge-expired')
    assert.deepEqual([ran.code, lines(ran)[0]], [0, 'purge-expired has run.'])
    assert.deepEqual(await server.context.db.selectFrom('sessions').selectAll().execute(), [])
    assert.ok(session.cookie !== undefined)
    assert.equal((await json('jobs', 'run', 'purge-expired')).task, 'purge-expired')
  })
})

describe('demo seed', () => {
  it('prints log-ins, and where to read and write', async () => {
    assert.match(
      (await galley('demo', 'seed')).stdout,
      /^login +password[\s\S]*\n\nRead their posts at .*\nTry: curl -H .*\/api\/v1\/me\n$/,
    )
  })

  it('does not change existing accounts that have one of its names', async () => {
    const real = await startTestServer()
    try {
      await real.person({ username: 'paula' })
      await real.context.db.updateTable('users').set({ email: 'paula@real.test' }).execute()
      const { code, stderr } = await runGalley(['demo', 'seed'], { DATABASE_URL: real.database.url })
      assert.equal(code, 1)
      assert.match(stderr, /^"paula" is a real account.*DATA_DIR or DATABASE_URL/)
      const { length } = await real.context.db.selectFrom('users').selectAll().execute()
      assert.equal(length, 1, 'no other account was created')
    } finally {
      await real.close()
    }
  })
})

describe('on the embedded database', () => {
  const folder = new DataFolder()
  const run = (...args: string[]) => runGalley(args, { DATA_DIR: folder.path })
  after(() => folder.remove())

  it('a command starts the database for itself and stops it again', async () => {
    const made = await run('users', 'create', 'erin', '--email', 'erin@example.com', '--json')
    assert.deepEqual([made.code, made.stderr, JSON.parse(made.stdout).username], [0, '', 'erin'])
    assert.deepEqual(folder.processes(), [])
    const unknown = await run('users', 'show', 'nobody')
    assert.deepEqual([unknown.code, unknown.stdout], [1, ''])
    assert.match(unknown.stderr, /^There is no account "nobody"\. .*\n$/)
    assert.deepEqual(folder.processes(), [])
  })

  it('a command uses the running server’s database, and the server is notified of the change at once', async () => {
    const running = await ServerProcess.ready({ DATA_DIR: folder.path, PUBLIC_URL: 'http://blog.example:8080' })
    try {
      const postmaster = folder.postmaster()
      const { stdout } = await run('demo', 'seed')
      assert.match(stdout, /at http:\/\/blog\.example:8080, or write/, 'it prints the address of the running server')
      const [, token = ''] = /^alice .* (\S+)$/m.exec(stdout) ?? []
      const client = new Client(running.url, { token })
      assert.equal((await client.get('/api/v1/me')).status, 200)
      const { code, stderr } = await run('users', 'set-plan', 'alice', 'free')
      assert.deepEqual([code, stderr], [0, ''])
      await until('alice has lost Premium', async () => (await client.get('/api/v1/me')).status === 403, SOON_MS)
      assert.equal(folder.postmaster(), postmaster)
      assert.equal(await running.stop(), 0)
      assert.deepEqual(folder.processes(), [])
    } finally {
      await running.stop('SIGKILL')
    }
  })
})
