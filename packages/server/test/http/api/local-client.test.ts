import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import cookie from '@fastify/cookie'
import { ApiError, type Client } from '@galley/client'
import { endpoints } from '@galley/contract/endpoints'
import type { PageReads } from '@galley/web/site'
import Fastify, { type FastifyInstance } from 'fastify'
import { localCalls, localClient } from '../../../src/http/api/local-client.ts'
import { Operations } from '../../../src/http/api/operations.ts'
import { pageCalls } from '../../../src/http/site/page-calls.ts'
import type { Principal } from '../../../src/platform/core/principal.ts'
import { pageReads } from '../../../src/reading/pages/page-reads.ts'
import { startTestServer, type TestServer } from '../../support/test-server.ts'

let server: TestServer
let app: FastifyInstance
let operations: Operations
let principal: Principal
let use: (client: Client, pages: PageReads) => Promise<unknown>
before(async () => {
  server = await startTestServer()
  const { account } = await server.person({ plan: 'free' })
  principal = {
    userId: account.id,
    username: account.username,
    displayName: account.display_name,
    avatarUrl: null,
    plan: 'free',
    role: 'user',
    credential: { kind: 'session', id: account.id },
  }
  operations = new Operations(server.context)
  app = Fastify()
  await app.register(cookie)
  app.decorateRequest('clientAddress', '127.0.0.1')
  app.get('/', async (request, reply) => {
    const local = { request, reply, principal: async () => principal, isPartOfPage: true }
    const call = localCalls(server.context, operations, local)
    return use(localClient(call), pageCalls(call))
  })
})
after(async () => {
  await app.close()
  await server.close()
})

/** What a page gets that uses the client in this way. */
async function onPage<T>(call: (client: Client, pages: PageReads) => Promise<T>): Promise<T> {
  let result: Promise<T> | undefined
  use = (client, pages) => {
    result = call(client, pages)
    return result.then(
      () => '',
      () => '',
    )
  }
  await app.inject('/')
  assert.ok(result)
  return result
}

describe('the client of pages', () => {
  it('gets only the fields that the API would send', async () => {
    const secret = { content: 'paid text', email: 'a@example.com', password_hash: 'x' }
    const me = { id: principal.userId, username: 'a', display_name: 'A', subscription_plan: 'free', avatar_url: null }
    // The compiler accepts more fields where a value is not a literal, so only the schema keeps them back.
    operations.bind(endpoints.readMe, () => Object.assign({ ...secret }, me, { role: 'user' as const }) as never)
    const found = await onPage(client => client.me.read())
    assert.deepEqual(
      Object.keys(found).filter(name => name in secret),
      [],
    )
    assert.equal(found.username, 'a')
  })

  it('needs the permissions that the contract asks for', async () => {
    operations.bind(endpoints.listReports, () => assert.fail('called without the role'))
    operations.bind(endpoints.listWebhooks, () => assert.fail('called without the plan'))
    const codeOf = (error: unknown) => (error instanceof ApiError ? error.code : undefined)
    await assert.rejects(
      onPage(client => client.admin.reports()),
      error => codeOf(error) === 'FORBIDDEN',
    )
    await assert.rejects(
      onPage(client => client.webhooks.list()),
      error => codeOf(error) === 'PLAN_REQUIRED',
    )
  })

  it('rejects invalid input with the fields that are wrong', async () => {
    operations.bind(endpoints.changeMe, () => assert.fail('called with an invalid body'))
    await assert.rejects(
      onPage(client => client.me.change({ display_name: 1 } as never)),
      error =>
        error instanceof ApiError && error.status === 400 && error.field('display_name')?.code === 'INVALID_TYPE',
    )
  })

  it('reads what pages need by the same rules', async () => {
    pageReads(operations.bind, server.context)
    const list = { sort: 'latest', limit: 20, offset: 0 } as const
    const { username, credential } = principal
    const profile = (wrong: object) => onPage((_client, pages) => pages.profile(username, { ...list, ...wrong }))
    assert.equal((await profile({})).profile.username, username)
    for (const wrong of [{ limit: 1000 }, { offset: -1 }, { sort: 'other' }]) {
      await assert.rejects(profile(wrong), error => error instanceof ApiError && error.status === 400)
    }
    const state = () => onPage((_client, pages) => pages.readerState({}))
    assert.equal((await state()).me.username, username)
    try {
      principal = { ...principal, credential: { kind: 'token', id: credential.id, name: 'test', scopes: [] } }
      await assert.rejects(state(), error => error instanceof ApiError && error.code === 'SESSION_REQUIRED')
    } finally {
      principal = { ...principal, credential }
    }
  })
})
