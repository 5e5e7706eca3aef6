import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Command } from 'commander'
import { buildProgram } from '../../src/operator/program.ts'
import { type Json, lines, OperatorCommands } from '../support/processes/operator-commands.ts'
import { createTestDatabase, type TestDatabase } from '../support/test-database.ts'
import { startTestServer, type TestServer } from '../support/test-server.ts'

let database: TestDatabase
/** A server that runs on the same database as the commands. */
let server: TestServer
let operator: OperatorCommands
before(async () => {
  database = await createTestDatabase()
  server = await startTestServer({ database })
  operator = new OperatorCommands({ DATABASE_URL: database.url })
})
after(async () => {
  await operator.end()
  await server.close()
  await database.drop()
})

describe('the command line', () => {
  const all = (command: Command): Command[] => [command, ...command.commands.flatMap(all)]
  const pathOf = (command: Command): string =>
    command.parent === null ? '' : `${pathOf(command.parent)} ${command.name()}`.trim()

  /** Scripts of operators use these names. */
  const COMMANDS = [
    ...['serve', 'migrate', 'doctor', 'restore', 'database url', 'site addresses', 'search reindex', 'demo seed'],
    ...['create', 'list', 'show', 'delete', 'suspend', 'restore', 'verify', 'unverify'].map(c => `users ${c}`),
    ...['set-plan', 'set-role', 'set-password', 'reset-link', 'verify-email'].map(c => `users ${c}`),
    ...['invitations create', 'invitations list', 'invitations revoke'],
    ...['posts show', 'posts hide', 'posts restore', 'comments hide', 'comments restore'],
    ...['reports list', 'reports resolve', 'audit list'],
    ...['create', 'list', 'add-member', 'remove-member'].map(c => `salons ${c}`),
    ...['list', 'grant', 'revoke', 'unmatched', 'resolve'].map(c => `purchases ${c}`),
    ...['jobs list', 'jobs run'],
    ...['mail test', 'mail list', 'mail retry', 'key show', 'key rotate', 'key reset'],
    ...['backup create', 'backup verify', 'backup list'],
  ]

  it('has exactly these commands, each with a help text about its purpose and arguments', async () => {
    const commands = all(await buildProgram())
    const leaves = commands.filter(command => command.commands.length === 0).map(pathOf)
    assert.deepEqual(leaves.toSorted(), COMMANDS.toSorted(), 'add a new command to COMMANDS')
    for (const command of commands) {
      const help = command.helpInformation()
      assert.ok(command.description().length > 10, `${pathOf(command)} has no description`)
      assert.ok(help.startsWith(`Usage: galley${command.parent ? ` ${pathOf(command)}` : ''} `), help)
      assert.doesNotMatch(help, /<>|\[\]|undefined/)
    }
    for (const path of leaves) assert.match(find(commands, path).helpInformation(), /--json/, path)
  })

  it('loads only the command that is asked for', async () => {
    const { commands } = await buildProgram()
    for (const name of commands.map(pathOf)) assert.deepEqual((await buildProgram(name)).commands.map(pathOf), [name])
  })

  const find = (commands: Command[], path: string) => commands.find(c => pathOf(c) === path) ?? assert.fail(path)

  it('prints help on stdout with exit code 0, and on stderr with 2 for an incomplete command', async () => {
    const [asked, serve, group, version] = await Promise.all([
      operator.galley('--help'),
      operator.galley('serve', '--help'),
      operator.galley('users'),
      operator.galley('--version'),
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
    await operator.assertRejected(['nonsense'], 2, 'MISUSED', words(/Unknown command 'nonsense'/))
    await operator.assertRejected(
      ['users', 'lst'],
      2,
      'MISUSED',
      words(/Unknown command 'lst'\n\(Did you mean list\?\)/),
    )
    await operator.assertRejected(['users', 'create', 'x'], 2, 'MISUSED', words(/Required option '--email <address>'/))
    await operator.assertRejected(
      ['users', 'set-plan', 'x', 'gold'],
      2,
      'MISUSED',
      words(/"gold" is not a plan.*free, premium, pro_plus/),
    )
    await operator.assertRejected(
      ['salons', 'add-member', 'x', 'y', '--role', 'king'],
      2,
      'MISUSED',
      words(/.*owner, admin, member/),
    )
    await operator.assertRejected(['migrate', 'now'], 2, 'MISUSED', words(/Too many arguments/))
  })

  it('exits 1 if a command fails, and names cause and solution', async () => {
    const nobody = /^There is no account "nobody"\. List them: users list\n$/
    await operator.assertRejected(['users', 'show', 'nobody'], 1, 'NOT_FOUND', nobody)
    await operator.assertRejected(['salons', 'create', 'Empty', '--owner', 'nobody'], 1, 'NOT_FOUND', nobody)
    await operator.assertRejected(
      ['jobs', 'run', 'nothing'],
      1,
      'NOT_FOUND',
      /^There is no task "nothing"\. Tasks are: .*purge-expired/,
    )
    const { account } = await server.person()
    for (const id of ['1', '01890000-0000-7000-8000-000000000000']) {
      const args = ['salons', 'add-member', id, account.username]
      await operator.assertRejected(
        args,
        1,
        'NOT_FOUND',
        new RegExp(`^There is no salon "${id}"\\. List them: salons list\\n$`),
      )
    }
    await operator.assertRejected(
      ['users', 'create', account.username, '--email', 'no'],
      1,
      'VALIDATION_ERROR',
      /\n {2}email: /,
    )
    const taken = ['users', 'create', account.username, '--email', account.email]
    await operator.assertRejected(taken, 1, 'VALIDATION_ERROR', /\n {2}username: .*taken[\s\S]*\n {2}email: /)
  })
})

describe('site addresses', () => {
  it('lists where images were served, and adds an earlier address', async () => {
    const addressesOf = async (...args: string[]) =>
      (await operator.json('site', 'addresses', ...args)).addresses.map(({ address }: Json) => address)
    const known = await addressesOf()
    assert.ok(known.includes(`${server.context.settings.publicUrl.origin}/media`), known.join())
    const more = await addressesOf('--add', 'https://old.example/')
    assert.deepEqual(more.sort(), [...known, 'https://old.example/media'].sort())
    await operator.assertRejected(
      ['site', 'addresses', '--add', 'old.example'],
      2,
      'MISUSED',
      /^"old.example" is not an address/,
    )
  })
})

describe('invitations', () => {
  it('are created, listed and revoked, and leave entries in the audit log', async () => {
    const created = await operator.json('invitations', 'create', '--uses', '3', '--note', 'Writers')
    assert.match(created.url, /\/signup\?invitation=\w{32}$/)
    await operator.json('invitations', 'revoke', created.id)
    const { invitations } = await operator.json('invitations', 'list')
    assert.deepEqual([invitations[0].id, invitations[0].max_uses, invitations[0].note], [created.id, 3, 'Writers'])
    assert.equal(typeof invitations[0].revoked_at, 'string')
    const { entries } = await operator.json('audit', 'list', '--limit', '2')
    const actions = entries.map((entry: { action: string; source: string }) => `${entry.source} ${entry.action}`)
    assert.deepEqual(actions, ['operator invitation.revoke', 'operator invitation.create'])
    await operator.assertRejected(['invitations', 'create', '--days', '0'], 2, 'MISUSED', /--days must be 1 to 3650/)
  })
})

describe('salons', () => {
  it('are created with an owner, gain and lose members, and never lose the last owner', async () => {
    const [{ account: owner }, { account: other }] = [await server.person(), await server.person()]
    const made = await operator.galley('salons', 'create', 'Writers', '--owner', owner.username)
    assert.deepEqual([made.code, lines(made)[0]], [0, 'Created the salon "Writers".'])
    const { id, owner: named } = await operator.json('salons', 'create', ' Poets ', '--owner', owner.email)
    assert.equal(named, owner.username)
    const listed = async () => (await operator.json('salons', 'list')).salons.find((salon: Json) => salon.id === id)
    const { name, owners } = await listed()
    assert.deepEqual([name, owners], ['Poets', owner.username])

    const lastOwner = /needs an owner.*salons add-member <salon> <user> --role owner/
    await operator.assertRejected(['salons', 'remove-member', id, owner.username], 1, 'FORBIDDEN', lastOwner)
    await operator.assertRejected(
      ['salons', 'add-member', id, owner.username, '--role', 'admin'],
      1,
      'FORBIDDEN',
      lastOwner,
    )
    assert.deepEqual(await operator.json('salons', 'add-member', id, other.username), {
      salon_id: id,
      username: other.username,
      role: 'member',
    })
    await operator.json('salons', 'add-member', id, other.username, '--role', 'owner')
    const shared = await listed()
    assert.deepEqual([shared.members, shared.owners.split(', ').length], [2, 2])
    await operator.json('salons', 'remove-member', id, owner.username)
    assert.equal((await listed()).owners, other.username)
    await operator.assertRejected(['salons', 'remove-member', id, owner.username], 1, 'NOT_FOUND', /^Member not found/)
    const table = await operator.galley('salons', 'list')
    assert.match(table.stdout, /^id +name +created_at +owners +members\n[\s\S]*Writers/)
  })
})

describe('jobs', () => {
  it('list shows every task with its schedule, run runs one immediately', async () => {
    const { tasks } = await operator.json('jobs', 'list')
    const purge = tasks.find((task: Json) => task.task === 'purge-expired')
    assert.deepEqual(Object.keys(purge), ['task', 'schedule', 'last_run_at', 'waiting', 'failed', 'what'])
    assert.match(
      (await operator.galley('jobs', 'list')).stdout,
      /^task +schedule +last_run_at +waiting +failed +what\n/,
    )

    const { session } = await server.person()
    await server.context.db
      .updateTable('sessions')
      .set({ expires_at: new Date(0) })
      .execute()
    const ran = await operator.galley('jobs', 'run', 'purge-expired')
    assert.deepEqual([ran.code, lines(ran)[0]], [0, 'purge-expired has run.'])
    assert.deepEqual(await server.context.db.selectFrom('sessions').selectAll().execute(), [])
    assert.ok(session.cookie !== undefined)
    assert.equal((await operator.json('jobs', 'run', 'purge-expired')).task, 'purge-expired')
  })
})

describe('demo seed', () => {
  it('does not change existing accounts that have one of its names', async () => {
    const { account } = await server.person({ username: 'paula' })
    const users = () =>
      server.context.db.selectFrom('users').select(['username', 'email']).orderBy('username').execute()
    await server.context.db
      .updateTable('users')
      .set({ email: 'paula@real.test' })
      .where('id', '=', account.id)
      .execute()
    const before = await users()
    const { code, stderr } = await operator.galley('demo', 'seed')
    assert.equal(code, 1)
    assert.match(stderr, /^"paula" is a real account.*DATA_DIR or DATABASE_URL/)
    assert.deepEqual(await users(), before, 'no other account was created')
  })
})
