import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import type { Body, Endpoint, Query, Response as ResponseOf } from '@galley/contract/endpoint'
import { type EndpointName, endpoints } from '@galley/contract/endpoints'
import { type Client, createClient, type Methods, type OptionsOf, type QueryOf } from '../src/client.ts'

const file = new Blob(['bytes'])
const body = {} as never

/** A call of each operation of the contract. The type requires all of them. */
const CALLS: Record<EndpointName, (client: Client) => Promise<unknown>> = {
  signUp: client => client.session.signUp(body),
  checkSetup: client => client.session.checkSetup(body),
  setUp: client => client.session.setUp(body),
  logIn: client => client.session.logIn(body),
  logOut: client => client.session.logOut(),
  confirmSession: client => client.session.confirm(body),
  readRecoveryCodes: client => client.me.recoveryCodes(),
  makeRecoveryCodes: client => client.me.makeRecoveryCodes(),
  useRecoveryCode: client => client.session.recoverWithCode(body),
  listInvitations: client => client.invitations.list(),
  createInvitation: client => client.invitations.create(body),
  revokeInvitation: client => client.invitations.revoke(':id'),
  checkInvitation: client => client.invitations.check(body),
  listPasskeys: client => client.passkeys.list(),
  startPasskey: client => client.passkeys.start(),
  addPasskey: client => client.passkeys.add(body),
  renamePasskey: client => client.passkeys.rename(':id', body),
  removePasskey: client => client.passkeys.remove(':id'),
  startPasskeyUse: client => client.passkeys.startUse(),
  logInWithPasskey: client => client.passkeys.logIn(body),
  confirmWithPasskey: client => client.passkeys.confirm(body),
  requestPasswordReset: client => client.session.requestPasswordReset(body),
  confirmPasswordReset: client => client.session.confirmPasswordReset(body),
  verifyEmail: client => client.session.verifyEmail(body),
  readEmail: client => client.me.email(),
  changeEmail: client => client.me.changeEmail(body),
  sendVerification: client => client.me.sendVerification(),
  readMe: client => client.me.read(),
  readStorage: client => client.me.storage(),
  changeMe: client => client.me.change(body),
  deleteMe: client => client.me.delete(body),
  exportMe: client => client.me.export(),
  listSessions: client => client.sessions.list(),
  endSession: client => client.sessions.end(':id'),
  endOtherSessions: client => client.sessions.endOthers(),
  listSalons: client => client.salons.list(),
  uploadImage: client => client.uploads.create(file),
  fetchImage: client => client.uploads.fetch({ url: 'https://old.example/a.png' }),
  listUploads: client => client.uploads.list(),
  deleteUpload: client => client.uploads.delete(':id'),
  createPost: client => client.posts.create(body),
  listPosts: client => client.posts.list(),
  readPost: client => client.posts.read(':id'),
  changePost: client => client.posts.change(':id', body),
  deletePost: client => client.posts.delete(':id'),
  createSeries: client => client.series.create(body),
  listSeries: client => client.series.list(),
  readSeries: client => client.series.read(':id'),
  changeSeries: client => client.series.change(':id', body),
  orderSeries: client => client.series.order(':id', body),
  deleteSeries: client => client.series.delete(':id'),
  readPublicSeries: client => client.public.series(':id'),
  listPublicSeries: client => client.public.seriesOf(':username'),
  listTrash: client => client.trash.list(),
  restorePost: client => client.trash.restore(':id'),
  putPostByExternalId: client => client.posts.putByExternalId(':external_id', body),
  importPost: client => client.posts.import(body),
  listRedirects: client => client.redirects.list(),
  saveRedirect: client => client.redirects.save(body),
  deleteRedirect: client => client.redirects.delete(':id'),
  findRedirect: client => client.public.redirect({}),
  readPostByExternalId: client => client.posts.readByExternalId(':external_id'),
  deletePostByExternalId: client => client.posts.deleteByExternalId(':external_id'),
  setThumbnail: client => client.posts.setThumbnail(':id', file),
  removeThumbnail: client => client.posts.removeThumbnail(':id'),
  createPreviewLink: client => client.posts.createPreviewLink(':id'),
  revokePreviewLinks: client => client.posts.revokePreviewLinks(':id'),
  readPreview: client => client.public.preview(body),
  listRevisions: client => client.revisions.list(':id'),
  readRevision: client => client.revisions.read(':id', ':revision_id'),
  restoreRevision: client => client.revisions.restore(':id', ':revision_id'),
  savePendingRevision: client => client.revisions.savePending(':id', body),
  discardPendingRevision: client => client.revisions.discardPending(':id'),
  previewMarkdown: client => client.preview.render(body),
  readStatistics: client => client.statistics.read(),
  listTokens: client => client.tokens.list(),
  issueToken: client => client.tokens.issue(body),
  revokeToken: client => client.tokens.revoke(':id'),
  issueDefaultToken: client => client.tokens.issueDefault(),
  requestDevice: client => client.devices.request(body),
  fetchDeviceToken: client => client.devices.token(body),
  readDevice: client => client.devices.read(':user_code'),
  approveDevice: client => client.devices.approve(body),
  refuseDevice: client => client.devices.refuse(body),
  readOAuthRequest: client => client.oauth.read({}),
  approveOAuth: client => client.oauth.approve(body),
  listAgentCalls: client => client.agentCalls.list(),
  recordAgentCall: client => client.agentCalls.record(body),
  registerWebhook: client => client.webhooks.register(body),
  listWebhooks: client => client.webhooks.list(),
  readWebhook: client => client.webhooks.read(':id'),
  changeWebhook: client => client.webhooks.change(':id', body),
  deleteWebhook: client => client.webhooks.delete(':id'),
  listDeliveries: client => client.webhooks.deliveries(':id'),
  readDelivery: client => client.webhooks.readDelivery(':id', ':delivery_id'),
  testWebhook: client => client.webhooks.test(':id'),
  redeliver: client => client.webhooks.redeliver(':id', ':delivery_id'),
  redeliverFailed: client => client.webhooks.redeliverFailed(':id', body),
  rotateSecret: client => client.webhooks.rotateSecret(':id'),
  listEvents: client => client.events.list(),
  listPublicPosts: client => client.public.posts(),
  readPublicPost: client => client.public.post(':id'),
  readPublicPostHtml: client => client.public.postHtml(':id'),
  listPublicComments: client => client.public.comments(':id'),
  readRanking: client => client.public.ranking(),
  listCategories: client => client.public.categories(),
  readProfile: client => client.public.profile(':username'),
  searchPosts: client => client.public.search(body),
  suggestSearches: client => client.public.suggestions(body),
  listSitemapPosts: client => client.public.sitemap(),
  listSitemapSeries: client => client.public.sitemapOfSeries(),
  readReaderPost: client => client.reader.readPost(':id'),
  readReaderUser: client => client.reader.readUser(':username'),
  listSaved: client => client.reader.saved(),
  listLiked: client => client.reader.liked(),
  listFeed: client => client.reader.feed(),
  listNotifications: client => client.reader.notifications(),
  countUnreadNotifications: client => client.reader.unreadNotifications(),
  readNotifications: client => client.reader.readNotifications(body),
  readNotificationSettings: client => client.reader.notificationSettings(),
  changeNotificationSettings: client => client.reader.changeNotificationSettings(body),
  unsubscribe: client => client.reader.unsubscribe(body),
  listFollowing: client => client.reader.following(),
  likePost: client => client.reader.like(':id'),
  unlikePost: client => client.reader.unlike(':id'),
  savePost: client => client.reader.save(':id'),
  unsavePost: client => client.reader.unsave(':id'),
  resonate: client => client.reader.resonate(':id'),
  unresonate: client => client.reader.unresonate(':id'),
  listComments: client => client.reader.comments(':id'),
  addComment: client => client.reader.comment(':id', body),
  deleteComment: client => client.reader.deleteComment(':id'),
  report: client => client.reader.report(body),
  readOverview: client => client.admin.overview(),
  listAdminUsers: client => client.admin.users(),
  suspendUser: client => client.admin.suspendUser(':id', body),
  restoreUser: client => client.admin.restoreUser(':id'),
  moderateMany: client => client.admin.bulk(body),
  listAdminPosts: client => client.admin.posts(),
  readAdminPost: client => client.admin.readPost(':id'),
  hidePost: client => client.admin.hidePost(':id', body),
  unhidePost: client => client.admin.restorePost(':id'),
  listAdminComments: client => client.admin.comments(),
  hideComment: client => client.admin.hideComment(':id', body),
  unhideComment: client => client.admin.restoreComment(':id'),
  listReports: client => client.admin.reports(),
  resolveReport: client => client.admin.resolveReport(':id', body),
  listAudit: client => client.admin.audit(),
  follow: client => client.reader.follow(':username'),
  unfollow: client => client.reader.unfollow(':username'),
  readReaderPostHtml: client => client.reader.postHtml(':id'),
  readSales: client => client.sales.read(),
  startPurchase: client => client.purchases.start(':id'),
  listPurchases: client => client.purchases.list(),
  readPurchase: client => client.purchases.read(':id'),
  readPurchaseHtml: client => client.purchases.html(':id'),
  checkPurchase: client => client.purchases.check(':id'),
  payTestPurchase: client => client.purchases.payTest(':id', body),
}

/** Variants of the same operation: page by page, or with its ETag. */
const VARIANTS = [
  'posts.pages',
  'uploads.pages',
  'trash.pages',
  'revisions.pages',
  'agentCalls.pages',
  'series.pages',
  'redirects.pages',
  'posts.readVersion',
  'posts.changeVersion',
  'webhooks.deliveryPages',
  'events.stream',
  'public.postPages',
  'public.commentPages',
  'reader.commentPages',
  'reader.savedPages',
  'reader.likedPages',
  'reader.feedPages',
  'reader.followingPages',
  'purchases.pages',
]

interface Sent {
  readonly line: string
  readonly headers: Headers
  readonly body: unknown
}

/** The request of a call, and its operation. */
async function record(call: (client: Client) => Promise<unknown>): Promise<{ sent: Sent[]; used: string[] }> {
  const sent: Sent[] = []
  const used: string[] = []
  const client = createClient({
    baseUrl: 'http://galley.test',
    fetch: async (url, { method, headers, body }) => {
      const path = decodeURIComponent(url.slice('http://galley.test'.length))
      sent.push({ line: `${method} ${path}`, headers: new Headers(headers), body })
      return Response.json({})
    },
  })
  await call(watched(client, used))
  return { sent, used }
}

function watched(client: Client, used: string[]): Client {
  const watch = (group: string, methods: object) =>
    new Proxy(methods, {
      get: (target, name: string) => {
        used.push(`${group}.${name}`)
        return Reflect.get(target, name)
      },
    })
  return Object.fromEntries(
    Object.entries(client).map(([group, methods]) => [group, watch(group, methods)]),
  ) as unknown as Client
}

describe('the client and the contract', () => {
  for (const [name, endpoint] of Object.entries<Endpoint>(endpoints)) {
    it(`${name} is ${endpoint.method} ${endpoint.path}`, async () => {
      const { sent } = await record(CALLS[name as EndpointName])
      assert.deepEqual(
        sent.map(({ line }) => line),
        [`${endpoint.method} ${endpoint.path}`],
      )
      const [{ headers, body }] = sent as [Sent]
      assert.equal(headers.has('idempotency-key'), endpoint.idempotent === true)
      assert.equal(body instanceof FormData, endpoint.upload === true)
      assert.equal(headers.get('content-type'), endpoint.body ? 'application/json' : null)
    })
  }

  it('every method is exactly one operation, or a known variant of one', async () => {
    const records = await Promise.all(Object.values(CALLS).map(record))
    const used = records.flatMap(({ used }) => used)
    assert.equal(new Set(used).size, used.length, 'two operations share a method')
    const client = createClient({ baseUrl: '' })
    const all = Object.entries(client).flatMap(([group, methods]) =>
      Object.keys(methods).map(name => `${group}.${name}`),
    )
    assert.deepEqual(all.sort(), [...used, ...VARIANTS].sort())
  })

  it('sends the options of a change as the parameters of its query', async () => {
    const lineOf = async (call: (client: Client) => Promise<unknown>) => (await record(call)).sent[0]?.line
    const path = '/api/v1/posts'
    assert.equal(await lineOf(({ posts }) => posts.create(body, { dryRun: true })), `POST ${path}?dry_run=true`)
    assert.equal(await lineOf(({ posts }) => posts.delete('1', { buyers: 'keep' })), `DELETE ${path}/1?buyers=keep`)
    assert.equal(
      await lineOf(({ posts }) => posts.import(body, { events: true, dryRun: false })),
      'POST /api/v1/import/posts?events=true&dry_run=false',
    )
    assert.equal(
      await lineOf(({ revisions }) => revisions.discardPending('1', { ifPending: 'none' })),
      `DELETE ${path}/1/pending-revision?if_pending=none`,
    )
  })

  it('has the types of the contract, without the fields that a body accepts and ignores', () => {
    const different: [Different] extends [never] ? 'none' : Different = 'none'
    assert.equal(different, 'none')
  })

  it('has no type for what is no schema', async () => {
    assert.doesNotMatch(await readFile(join(import.meta.dirname, '../src/generated/models.ts'), 'utf8'), /= unknown$/m)
  })
})

type Same<A, B> = [A, keyof A] extends [B, keyof B] ? ([B, keyof B] extends [A, keyof A] ? true : false) : false
type WithoutIgnored<B> = B extends object ? { [Name in keyof B as unknown extends B[Name] ? never : Name]: B[Name] } : B

/** The operations whose methods have other arguments or another result than the contract says. */
type Different = {
  [Name in EndpointName]: Same<Given<Endpoints[Name]>, Expected<Endpoints[Name]>> extends true ? never : Name
}[EndpointName]
type Endpoints = typeof endpoints

type MethodOf<E extends Endpoint> = E['sdk'] extends `${infer Group extends keyof Methods}.${infer Name}`
  ? Methods[Group][Name & keyof Methods[Group]]
  : never
type Given<E extends Endpoint> =
  MethodOf<E> extends (...args: infer Args) => Promise<infer Result>
    ? Required<Args> extends [...infer Before, infer Options]
      ? [WithKeys<Before>, Pick<Options, keyof Options & keyof Flags<E>>, Result]
      : never
    : never

/** Otherwise objects that have optional fields only are all the same. */
type WithKeys<Args extends readonly unknown[]> = { [At in keyof Args]: [Args[At], Required<Args[At]>] }

type Expected<E extends Endpoint> = [
  WithKeys<[...PathParams<E['path']>, ...Argument<E>]>,
  Flags<E>,
  E extends { file: string } ? Blob : ResponseOf<E>,
]
type PathParams<Path extends string> = Path extends `${string}:${string}/${infer Rest}`
  ? [string, ...PathParams<`/${Rest}`>]
  : Path extends `${string}:${string}`
    ? [string]
    : []
type Argument<E extends Endpoint> = E extends { upload: true }
  ? [Blob]
  : E extends { body: object }
    ? [WithoutIgnored<Body<E>>]
    : E extends { method: 'GET'; query: object }
      ? [QueryOf<Query<E>>]
      : []
type Flags<E extends Endpoint> = E extends { method: Exclude<Endpoint['method'], 'GET'>; query: object }
  ? OptionsOf<Query<E>>
  : Record<never, never>
