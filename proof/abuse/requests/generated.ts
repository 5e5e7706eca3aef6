import { inParallel } from '@galley/server/testing/in-parallel'
import { plain } from '@galley/server/testing/posts/images'
import { type GoodRequest, goodRequest, toRawRequest } from '../good-requests.ts'
import { isForAdmins, type Operation, type Parameter } from '../operations.ts'
import { type Abuse, jsonOf, send } from '../target.ts'
import type { OwnedResources } from '../test-data/owned-resources.ts'
import type { Person } from '../test-data/person.ts'
import {
  commentOf,
  namedDraftOf,
  postOf,
  previewTokenOf,
  redirectOf,
  reportOf,
  revisionOf,
  seriesOf,
  trashedOf,
} from '../test-data/posts.ts'
import { HOSTILE_JSON, HOSTILE_QUERIES, HOSTILE_TEXTS } from './hostile-values.ts'

/** Enough to cover every operation and every kind of value within seconds. */
const QUICK_REQUESTS = 350

/** A valid request with one invalid detail. */
interface InvalidRequest {
  readonly operation: Operation
  readonly what: string
  invalidate(good: GoodRequest): GoodRequest
}

/** Sends every hostile value in every parameter and field of every operation, one at a time. */
export async function abuseGenerated(abuse: Abuse): Promise<void> {
  const senders = await createSenders(abuse)
  const reached = new Set<string>()
  const all = abuse.operations.flatMap(invalidRequests)
  const chosen = abuse.isQuick ? abuse.random.sample(all, QUICK_REQUESTS) : all
  const good = abuse.operations.map(operation => ({ operation, what: 'nothing', invalidate: (it: GoodRequest) => it }))
  const sendOne = async ({ operation, what, invalidate }: InvalidRequest, isRepeated = false): Promise<void> => {
    const { person, own } = await senders.of(operation)
    const asGood = goodRequest(abuse, operation, person, own)
    const sent = toRawRequest(invalidate(asGood), await image)
    const credentials: Record<string, string> = operation.auth === 'none' ? {} : { cookie: person.cookie }
    const label = `${operation.name} with ${what}`
    const answer = await send(abuse, operation, { ...sent, headers: { ...sent.headers, ...credentials } }, label)
    if (answer === undefined) return
    if (answer.status < 300) {
      reached.add(operation.name)
      senders.succeeded(operation)
    }
    // The values were not read, so they are sent again by another account.
    if (answer.status === 400 && !isRepeated && jsonOf(answer)?.error?.code === 'LIMIT_REACHED') {
      await senders.usedUp(operation, person)
      return sendOne({ operation, what, invalidate }, true)
    }
    const mayFail = operation.name === 'logIn' || operation.name === 'logInWithPasskey'
    abuse.findings.check(answer.status !== 401 || mayFail, `${label}: a good session was refused`)
  }
  await inParallel([...good, ...chosen], request => sendOne(request))
  const canSucceed = good.filter(({ operation: { name } }) => !CANNOT_SUCCEED.has(name))
  for (const { operation } of canSucceed)
    abuse.findings.check(
      reached.has(operation.name),
      `${operation.name}: a good request never succeeded; see CHANGED_FIELDS and QUERIES in good-requests.ts`,
    )
  // Requests for a deleted resource end with 404, before their values are read.
  const succeeded = canSucceed.filter(({ operation }) => reached.has(operation.name))
  reached.clear()
  for (const request of succeeded) {
    await sendOne(request)
    const { name } = request.operation
    abuse.findings.check(
      reached.has(name),
      `${name}: a good request does not succeed again; what deletes a resource needs an entry of makeFresh`,
    )
  }
}

const image = plain('png', 8, 8)

const CANNOT_SUCCEED = new Set([
  // They need the link that the server logs.
  'checkSetup',
  'setUp',
  // They need the signature of a passkey; `identity/account-security/passkeys.test.ts` of the server has one.
  'addPasskey',
  'logInWithPasskey',
  'confirmWithPasskey',
  // It needs an image of another site.
  'fetchImage',
])

/** These end sessions or use up a limit, so each needs its own account. */
const NEEDS_OWN_ACCOUNT = new Set([
  'logOut',
  'endOtherSessions',
  'changeMe',
  'deleteMe',
  'issueToken',
  'fetchDeviceToken',
  'registerWebhook',
  'report',
  'createSeries',
  'changeEmail',
  'sendVerification',
  'confirmPasswordReset',
  'useRecoveryCode',
])
/** After these, the session of the account is over. */
const ENDS_SESSION = new Set(['logOut', 'deleteMe', 'confirmPasswordReset', 'useRecoveryCode'])
const NOTHING = {} as OwnedResources

/** Returns the account that sends a request and its resources; deleted resources are created again. */
async function createSenders({ testData }: Abuse) {
  const shared = await testData.person()
  const people = new Map<string, Promise<Person>>()
  const belongings = new Map<Person, Promise<OwnedResources>>()
  const fresh = new Map<string, Promise<Partial<OwnedResources>>>()
  const makeFresh: Record<string, (person: Person, own: OwnedResources) => Promise<Partial<OwnedResources>>> = {
    deletePost: async person => ({ post: await postOf(person) }),
    deletePostByExternalId: async person => ({ externalId: (await namedDraftOf(person)).externalId }),
    deleteSeries: async person => ({ series: await seriesOf(person) }),
    unsubscribe: async person => ({ unsubscribeToken: testData.unsubscribeTokenOf(person) }),
    saveRedirect: async person => ({ post: await postOf(person) }),
    readOAuthRequest: async () => ({ oauthClient: await testData.oauthClient() }),
    approveOAuth: async () => ({ oauthClient: await testData.oauthClient() }),
    readPreview: async person => ({ previewToken: await previewTokenOf(person) }),
    findRedirect: async person => redirectOf(person),
    deleteRedirect: async person => redirectOf(person),
    report: async person => ({ post: await postOf(person) }),
    resolveReport: async person => ({ report: await reportOf(person, await postOf(person)) }),
    moderateMany: async person => ({ post: await postOf(person) }),
    confirmPasswordReset: async person => ({ resetToken: await testData.linkOf(person, 'reset') }),
    verifyEmail: async person => ({ verifyToken: await testData.linkOf(person, 'verify') }),
    readRevision: draftWithRevisionOf,
    restoreRevision: draftWithRevisionOf,
    restorePost: async person => ({ trashed: await trashedOf(person) }),
    revokeToken: async person => ({ token: await testData.tokenOf(person) }),
    deleteComment: async (person, { post }) => ({ comment: await commentOf(person, post) }),
    deleteWebhook: async person => ({ webhook: await testData.webhookOf(person) }),
    readDevice: async () => ({ userCode: await testData.userCode() }),
    approveDevice: async () => ({ userCode: await testData.userCode() }),
    refuseDevice: async () => ({ userCode: await testData.userCode() }),
    fetchDeviceToken: async person => ({ deviceCode: await testData.deviceCodeOf(person) }),
    deleteUpload: async person => ({ upload: await testData.uploadOf(person) }),
    useRecoveryCode: async person => ({ recoveryCode: await testData.recoveryCodeOf(person) }),
    checkInvitation: () => testData.invitation(),
    revokeInvitation: () => testData.invitation(),
    removePasskey: async person => ({ passkey: await testData.passkeyOf(person) }),
    endSession: async person => ({ session: await testData.sessionOf(person) }),
  }

  async function draftWithRevisionOf(person: Person): Promise<Partial<OwnedResources>> {
    const post = await postOf(person)
    return { post, revision: await revisionOf(person, post) }
  }

  async function personFor(operation: Operation): Promise<Person> {
    const { name } = operation
    if (isForAdmins(operation)) return getOrCreate(people, 'admin', () => testData.person('pro_plus', 'admin'))
    if (!NEEDS_OWN_ACCOUNT.has(name)) return shared
    return getOrCreate(people, name, () => testData.person())
  }

  return {
    async of(operation: Operation): Promise<{ person: Person; own: OwnedResources }> {
      const person = await personFor(operation)
      const make = makeFresh[operation.name]
      const needsResources = operation.template.includes('{')
      if (!needsResources && make === undefined) return { person, own: NOTHING }
      const own = needsResources ? await getOrCreate(belongings, person, () => testData.resourcesOf(person)) : NOTHING
      const another = make && (await getOrCreate(fresh, operation.name, () => make(person, own)))
      return { person, own: { ...own, ...another } }
    },
    /** Once an account has as many resources as it may have, another one sends the requests. */
    async usedUp({ name }: Operation, person: Person): Promise<void> {
      if ((await people.get(name)) !== person) return
      people.delete(name)
      fresh.delete(name)
    },
    succeeded({ name }: Operation): void {
      fresh.delete(name)
      if (ENDS_SESSION.has(name)) people.delete(name)
    },
  }
}

function getOrCreate<K, V>(map: Map<K, Promise<V>>, key: K, make: () => Promise<V>): Promise<V> {
  const known = map.get(key) ?? make()
  map.set(key, known)
  return known
}

/** Inserted into a path without encoding. */
const RAW_IN_PATHS = [
  '%00',
  '%ff',
  '%2e%2e',
  '..',
  '.',
  '%2F',
  'a%2Fb',
  '%c0%ae',
  '%',
  'a;b',
  'x'.repeat(1001),
  'x'.repeat(8000),
]
const UNKNOWN_FIELDS = [
  '__proto__',
  'constructor',
  'is_admin',
  'user_id',
  'plan',
  '',
  '\0',
  '\ud800',
  'x'.repeat(10_000),
]

function invalidRequests(operation: Operation): InvalidRequest[] {
  const parameters = operation.parameters.flatMap(parameter => invalidParameters(operation, parameter))
  if (operation.body === undefined) return parameters
  const names = Object.keys(operation.body.properties)
  const field = (name: string, source: string): InvalidRequest => ({
    operation,
    what: `${short(name)}: ${short(source)}`,
    invalidate: good => ({ ...good, body: { ...good.body, [name]: source } }),
  })
  const without = (name: string): InvalidRequest => ({
    operation,
    what: `no ${name}`,
    invalidate: good => ({
      ...good,
      body: Object.fromEntries(Object.entries(good.body ?? {}).filter(([key]) => key !== name)),
    }),
  })
  return [
    ...parameters,
    ...names.flatMap(name => [without(name), ...HOSTILE_JSON.map(source => field(name, source))]),
    ...UNKNOWN_FIELDS.map(name => field(name, '1')),
  ]
}

function invalidParameters(operation: Operation, { name, in: place }: Parameter): InvalidRequest[] {
  const invalid = (what: string, invalidate: InvalidRequest['invalidate']): InvalidRequest => ({
    operation,
    what: `${place} ${name} ${short(what)}`,
    invalidate,
  })
  if (place === 'path') {
    const values = [...HOSTILE_TEXTS.map(encoded), ...RAW_IN_PATHS]
    return values.map(value => invalid(value, good => ({ ...good, path: { ...good.path, [name]: value } })))
  }
  if (place === 'header') {
    const values = ['*', '""', 'W/"x"', '"a", "b"', ','.repeat(2000), ...HOSTILE_TEXTS.filter(fitsInHeader)]
    return values.map(value => invalid(value, good => ({ ...good, headers: { [name]: value } })))
  }
  const odd = HOSTILE_QUERIES.map(write => write(name))
  const encodedTexts = HOSTILE_TEXTS.map(text => `${name}=${encoded(text)}`)
  return [...encodedTexts, ...odd].map(query => {
    const [key = '', ...rest] = query.split('=')
    return invalid(query, good => ({ ...good, query: { [key]: rest.join('=') } }))
  })
}

const encoded = (text: string): string => encodeURIComponent(text.toWellFormed())
const fitsInHeader = (text: string): boolean => /^[\t\x20-\x7e\x80-\xff]*$/.test(text)
const short = (text: string): string => (text.length > 60 ? `${text.slice(0, 60)}… (${text.length})` : text)
