import { eventually } from '@galley/server/testing/eventually'
import { inParallel } from '@galley/server/testing/in-parallel'
import { plain } from '@galley/server/testing/posts/images'
import { sql } from 'kysely'
import { goodRequest, toRawRequest } from '../good-requests.ts'
import { isForAdmins, type Operation } from '../operations.ts'
import { type Abuse, jsonOf, send } from '../target.ts'
import type { OwnedResources } from '../test-data/owned-resources.ts'
import type { Person } from '../test-data/person.ts'
import { badCredentials } from './credentials.ts'

/** With the same path, another user may do something of their own: follow a profile, create a post, type a code. */
const isShared = ({ method, parameters }: Operation) =>
  parameters.some(
    ({ name }) => name === 'username' || name === 'user_code' || (name === 'external_id' && method === 'PUT'),
  )

const QUICK_PAIRS = 450

/** Unauthorised access: every operation with every bad credential, and with the resources of another user. */
export async function abuseAccess(abuse: Abuse): Promise<void> {
  const { testData } = abuse
  const owner = await testData.person()
  const own = await testData.resourcesOf(owner)
  const before = await inventoryOf(abuse, owner)
  await tryCredentials(abuse, owner, own)
  await tryOtherUser(abuse, owner, own)
  await tryReferences(abuse, own)
  const after = await inventoryOf(abuse, owner)
  abuse.findings.check(before === after, `the owner's data was changed: ${before} became ${after}`)
}

async function tryCredentials(abuse: Abuse, owner: Person, own: OwnedResources): Promise<void> {
  const credentials = await badCredentials(abuse, owner)
  // This node sees the direct database changes within a second.
  const suspended = credentials.find(({ name }) => name === 'a suspended session')
  await eventually(async () => {
    const { status } = await abuse.client.send({ method: 'GET', path: '/api/v1/me', headers: suspended?.headers ?? {} })
    if (status !== 401) throw new Error('a suspended session works for more than a second')
  }, 1000).catch(error => abuse.findings.fail(error.message))

  const pairs = abuse.operations.flatMap(operation => credentials.map(credential => ({ operation, credential })))
  await inParallel(
    abuse.isQuick ? abuse.random.sample(pairs, QUICK_PAIRS) : pairs,
    async ({ operation, credential }) => {
      const isOpen = operation.auth === 'none'
      const refusal = credential.refusal(operation)
      const expected = isOpen && refusal?.[1] !== 'CROSS_SITE' ? undefined : refusal
      // Allowed requests are not sent, because they would change the owner's data.
      if (expected === undefined) return
      const sent = toRawRequest(goodRequest(abuse, operation, owner, own), await image)
      const label = `${operation.name} as ${credential.name}`
      const answer = await send(
        abuse,
        operation,
        { ...sent, headers: { ...sent.headers, ...credential.headers } },
        label,
      )
      const code = operation.isDeprecated ? expected[1] : jsonOf(answer)?.error?.code
      const isRefused = answer?.status === expected[0] && code === expected[1]
      abuse.findings.check(isRefused, `${label}: ${answer?.status} ${code}, not ${expected.join(' ')}`)
    },
  )
}

/** A user without access gets exactly the response for a resource that does not exist. */
async function tryOtherUser(abuse: Abuse, owner: Person, own: OwnedResources): Promise<void> {
  const otherUser = await abuse.testData.person()
  const nowhere = Object.fromEntries(
    Object.keys(own).map(name => [name, crypto.randomUUID()]),
  ) as unknown as OwnedResources
  const named = abuse.operations.filter(
    operation => operation.parameters.some(parameter => parameter.in === 'path') && !isShared(operation),
  )
  await inParallel(named, async operation => {
    const kinds = operation.auth === 'session-or-token' ? ['cookie', 'authorization'] : ['cookie']
    for (const kind of kinds) {
      const headers: Record<string, string> =
        kind === 'cookie' ? { cookie: otherUser.cookie } : { authorization: `Bearer ${otherUser.token}` }
      const ask = async (things: OwnedResources) => {
        // A draft and an empty series, because only their author may know that they exist. A post for sale may be bought by all.
        const hidden = { ...things, post: things.draft, postForSale: things.draft, series: things.emptySeries }
        const sent = toRawRequest(goodRequest(abuse, operation, owner, hidden), await image)
        const label = `${operation.name} by another user`
        const answer = await send(abuse, operation, { ...sent, headers: { ...sent.headers, ...headers } }, label)
        const error = jsonOf(answer)?.error
        return `${answer?.status} ${JSON.stringify({ ...error, request_id: '' })}`
      }
      const [theirs, none] = [await ask(own), await ask(nowhere)]
      const expected = isForAdmins(operation) ? '403 ' : '404 '
      abuse.findings.check(theirs.startsWith(expected), `${operation.name}: another user got ${theirs}`)
      abuse.findings.check(
        theirs === none,
        `${operation.name}: ${theirs} for an existing resource differs from ${none} for a missing one`,
      )
    }
  })
}

/** Resources of other users that are named in a query or body. */
async function tryReferences(abuse: Abuse, own: OwnedResources): Promise<void> {
  const otherUser = await abuse.testData.person()
  const { bearer } = otherUser
  const webhook = await abuse.testData.webhookOf(otherUser)
  const post = { title: 'A title', content: 'Some text.' }
  const { findings } = abuse
  const tries = {
    'a post in another user’s salon': await bearer.post('/api/v1/posts', { ...post, salon_id: own.salon }),
    'a change into another user’s salon': await bearer.put('/api/v1/posts/by-external-id/mine', {
      ...post,
      salon_id: own.salon,
    }),
    'a series of another user': await bearer.get(`/api/v1/series/${own.series}`),
    'another user’s statistics': await bearer.get(`/api/v1/statistics?post_id=${own.draft}`),
    'a delivery through one’s own webhook': await bearer.get(`/api/v1/webhooks/${webhook}/deliveries/${own.delivery}`),
  }
  for (const [what, { status }] of Object.entries(tries)) {
    findings.countAnswer({ status, ms: 0 })
    findings.check(status === 403 || status === 404, `${what}: ${status}`)
  }
  const { body } = await bearer.get(`/api/v1/posts?salon_id=${own.salon}`)
  findings.check(body.total === 0, `another user's salon lists ${body.total} posts`)
}

const image = plain('png', 8, 8)

/** All data of the owner that another user might have changed. */
export async function inventoryOf({ target }: Abuse, { id }: Person): Promise<string> {
  const { rows } = await sql<{ inventory: string }>`
    select jsonb_build_object(
      'posts', (select jsonb_agg(to_jsonb(p) - 'view_count' order by id) from posts p where author_id = ${id}),
      'tokens', (select jsonb_agg(to_jsonb(t) - 'last_used_at' order by id) from api_tokens t where user_id = ${id}),
      'webhooks', (select jsonb_agg(to_jsonb(w) order by id) from webhooks w where user_id = ${id}),
      'series', (select jsonb_agg(to_jsonb(s) order by id) from series s where author_id = ${id}),
      'comments', (select jsonb_agg(to_jsonb(c) order by id) from comments c where user_id = ${id}),
      'sessions', (select jsonb_agg(s.id order by id) from sessions s where user_id = ${id}),
      'account', (select to_jsonb(u) from users u where id = ${id})
    )::text as inventory`.execute(target.db)
  return rows[0]?.inventory ?? ''
}
