/** Every endpoint of the contract with tokens that may not publish: nothing that readers see changes. */
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Endpoint } from '@galley/contract/endpoint'
import { type EndpointName, endpoints } from '@galley/contract/endpoints'
import { SCOPE_PRESETS, TOKEN_SCOPES, type TokenScope } from '@galley/contract/identity/scopes'
import { Client } from '@galley/server/testing/client'
import { plain } from '@galley/server/testing/posts/images'
import { changePost, createPost, later } from '@galley/server/testing/posts/posts'
import { PUBLIC, publish } from '@galley/server/testing/posts/public'
import { upload } from '@galley/server/testing/posts/upload'
import { RECEIVER_ENV, type Receiver, startReceiver } from '@galley/server/testing/receiver'
import { startTestServer, type TestServer } from '@galley/server/testing/test-server'
import { refreshRankings } from '@galley/server/testing/use-cases'
import { goodRequest, toRawRequest } from '../good-requests.ts'
import { type Operation, readOperations } from '../operations.ts'
import type { OwnedResources } from '../test-data/owned-resources.ts'
import type { Person } from '../test-data/person.ts'
import { redirectOf, revisionOf } from '../test-data/posts.ts'
import { OUTBOX_ENV, SALES_ENV, TestData } from '../test-data/test-data.ts'
import { readPublicSurface } from './public-surface.ts'

let server: TestServer
let receiver: Receiver
let testData: TestData
let operations: Operation[]
before(async () => {
  receiver = await startReceiver()
  server = await startTestServer({ env: { ...SALES_ENV, ...OUTBOX_ENV, ...RECEIVER_ENV } })
  testData = new TestData(server.url, server.context.db, receiver.url)
  operations = readOperations((await server.anyone.get('/api/v1/openapi.json')).body)
})
after(async () => {
  await server.close()
  await receiver.close()
})

const endpointOf = ({ name }: Operation): Endpoint => endpoints[name as EndpointName]
const image = plain('png', 8, 8)

interface ShownPost {
  readonly id: string
  readonly slug: string
  readonly externalId: string
  readonly revision: string
}

/** Posts that readers see, will see or have seen, in every state. */
async function shownPosts(person: Person): Promise<Record<string, ShownPost>> {
  const { session } = person
  let serial = 0
  const salon_id = await testData.salonOf(person)
  const shown = async (fields: Record<string, unknown>, change?: Record<string, unknown>): Promise<ShownPost> => {
    const externalId = `shown-${++serial}`
    const { id, slug } = await publish(session, { external_id: externalId, tags: ['abuse'], ...fields })
    if (change !== undefined) await changePost(session, id, change)
    return { id, slug, externalId, revision: await revisionOf(person, id) }
  }
  return {
    'a published post': await shown({}),
    'an unlisted post': await shown({ visibility: 'unlisted' }),
    'a paid post': await shown({ is_paid: true, price_jpy: 100, content: 'Free. <!-- paywall --> Paid.' }),
    'a post of a salon': await shown({ salon_id, salon_only: true }),
    'a scheduled post': await shown({ status: 'scheduled', scheduled_for: later() }),
    'an unpublished post': await shown({}, { status: 'draft' }),
    'an archived post': await shown({}, { status: 'archived' }),
  }
}

async function newDraft(person: Person): Promise<Pick<OwnedResources, 'post' | 'externalId' | 'revision'>> {
  const externalId = `draft-${crypto.randomUUID()}`
  const { id } = await createPost(person.session, { external_id: externalId })
  return { post: id, externalId, revision: await revisionOf(person, id) }
}

/** An image that a published post shows. */
async function shownPicture({ session }: Person): Promise<{ id: string; url: string }> {
  const { body } = await upload(session, await plain('png', 9, 9))
  await publish(session, { content: `![](${body.url})` })
  return body
}

interface Trial {
  readonly operation: Operation
  readonly own: OwnedResources
  readonly more?: Record<string, unknown>
  readonly what: string
}

/** Sends a valid request with a token and returns the answer. */
async function attempt(token: string, person: Person, { operation, own, more = {} }: Trial) {
  const good = goodRequest({ target: { receiverUrl: receiver.url } }, operation, person, own)
  const fields = Object.entries(more).map(([name, value]) => [name, JSON.stringify(value)])
  const body = good.body === undefined ? undefined : { ...good.body, ...Object.fromEntries(fields) }
  const { method, path, headers = {}, body: raw } = toRawRequest({ ...good, body }, await image)
  return new Client(server.url, { token }).send(method, path, { headers, ...(raw !== undefined && { raw }) })
}

const CASES: Record<string, readonly TokenScope[]> = {
  'drafts only': SCOPE_PRESETS.drafts,
  'read only': SCOPE_PRESETS.read_only,
  'everything but to publish and to react': TOKEN_SCOPES.filter(
    scope => scope !== 'posts:publish' && scope !== 'reader',
  ),
}

/** Writes under the path of a post that change nothing that readers see. */
const KEEP_PUBLIC_PAGES: ReadonlySet<string> = new Set([
  'createPreviewLink',
  'revokePreviewLinks',
  'savePendingRevision',
  'discardPendingRevision',
])

for (const [name, scopes] of Object.entries(CASES)) {
  describe(`a token for ${name}`, () => {
    it('is refused by every endpoint that needs another scope, and changes nothing that readers see', async () => {
      const person = await testData.person()
      const own = await testData.resourcesOf(person)
      const shown = await shownPosts(person)
      const { token } = (await person.session.post('/api/v1/tokens', { name: 'limited', scopes })).body
      const picture = await shownPicture(person)
      const published = (await person.session.get(`/api/v1/posts/${own.post}`)).body
      const posts = [...Object.values(shown), { id: published.id, slug: published.slug }]
      const surface = async () => {
        await server.context.views.flush()
        await refreshRankings(server.context)
        return readPublicSurface(server.anyone, {
          usernames: [person.username, own.otherUser],
          posts,
          series: own.series,
        })
      }
      // The first reading of a post counts a view; later ones do not.
      for (const { id } of posts) await server.anyone.get(`${PUBLIC}/posts/${id}`)
      const before = await surface()
      const refused = new Set<string>()
      const allowed = new Set<string>()

      const expectRefusal = async (trial: Trial, needed: readonly TokenScope[]) => {
        const label = `${trial.operation.name} of ${trial.what}`
        const { status, body } = await attempt(token, person, trial)
        assert.equal(`${status} ${body.error?.code}`, '403 SCOPE_REQUIRED', `${label}: ${JSON.stringify(body)}`)
        for (const scope of needed) assert.ok(body.error.message.includes(scope), `${label}: ${body.error.message}`)
        refused.add(trial.operation.name)
      }
      const expectSuccess = async (trial: Trial) => {
        const { status, body } = await attempt(token, person, trial)
        // There is no image at the address, which is only found out with the scope.
        const isAllowed = status < 300 || (trial.operation.name === 'fetchImage' && status === 400)
        assert.ok(isAllowed, `${trial.operation.name} of ${trial.what}: ${status} ${JSON.stringify(body)}`)
        allowed.add(trial.operation.name)
      }

      // Deletions come last, so that the others find what they need.
      const sorted = operations.toSorted((a, b) => Number(a.method === 'DELETE') - Number(b.method === 'DELETE'))
      for (const operation of sorted) {
        const { auth, scopes: needed = [], body } = endpointOf(operation)
        if (auth === 'none') continue
        const whole = { operation, own, what: 'anything' }
        if (auth === 'session') {
          const { status, body } = await attempt(token, person, whole)
          assert.equal(status, 403, operation.name)
          if (!operation.isDeprecated) assert.equal(body.error.code, 'SESSION_REQUIRED', operation.name)
          continue
        }
        if (needed.length > 0 && !needed.some(scope => scopes.includes(scope))) {
          await expectRefusal(whole, needed)
          continue
        }
        const isOwnPost = operation.template.startsWith('/api/v1/posts/{id}')
        const isNamed = operation.template.includes('{external_id}')
        if (isOwnPost || isNamed) {
          const reads = operation.method === 'GET' || KEEP_PUBLIC_PAGES.has(operation.name)
          for (const [what, { id: post, externalId, revision }] of Object.entries(shown)) {
            const trial = { operation, own: { ...own, post, externalId, revision }, what }
            await (reads ? expectSuccess(trial) : expectRefusal(trial, ['posts:publish']))
          }
        }
        const isSeries = operation.template.startsWith('/api/v1/series/{id}')
        if (isSeries && operation.method !== 'GET') {
          await expectRefusal({ operation, own, what: 'a series with a public post' }, ['posts:publish'])
        }
        const isRedirect = operation.template.startsWith('/api/v1/redirects')
        if (isRedirect && operation.method !== 'GET') {
          await expectRefusal({ operation, own, what: 'a redirect to a public post' }, ['posts:publish'])
        }
        const drafts = {
          ...own,
          ...(isOwnPost || isNamed || isRedirect ? await newDraft(person) : {}),
          ...(isSeries && { series: own.emptySeries }),
        }
        if (isRedirect) Object.assign(drafts, await redirectOf(person, drafts.post))
        if (
          operation.template.includes('/posts') &&
          'status' in ((body as { properties?: object } | undefined)?.properties ?? {}) &&
          needed.some(isOfPosts)
        ) {
          const become = async (what: string, more: Record<string, unknown>) =>
            expectRefusal({ operation, own: drafts, more, what }, ['posts:publish'])
          await become('a draft to be published', { status: 'published' })
          await become('a draft to be scheduled', { status: 'scheduled', scheduled_for: later() })
        }
        // A draft has no pending revisions: it is changed directly.
        if (operation.name === 'savePendingRevision') continue
        await expectSuccess({ operation, own: drafts, what: 'a draft' })
      }

      if (scopes.includes('uploads')) {
        const forced = await new Client(server.url, { token }).delete(`/api/v1/uploads/${picture.id}?force=true`)
        assert.equal(`${forced.status} ${forced.body.error?.code}`, '403 SCOPE_REQUIRED')
      }
      assert.equal((await server.anyone.get(new URL(picture.url).pathname)).status, 200)
      for (const [path, answer] of await surface()) assert.equal(answer, before.get(path), path)
      assert.ok(refused.size > 10 && allowed.size > 5, `${refused.size} refused, ${allowed.size} allowed`)
    })
  })
}

const isOfPosts = (scope: TokenScope): boolean => scope === 'posts:write' || scope === 'import'
