import { inParallel } from '@galley/server/testing/in-parallel'
import { plain } from '@galley/server/testing/posts/images'
import { goodRequest, JSON_TYPE, toRawRequest } from '../good-requests.ts'
import { isForAdmins, type Operation } from '../operations.ts'
import { inventoryOf } from '../permissions/access.ts'
import { type Abuse, jsonOf, send } from '../target.ts'

/** Parameters that a caller may believe in. */
const BELIEVED: readonly string[] = ['dry_run=1', 'dry_run=true', 'preview=true', 'force=true', 'version=3', 'x=1']

/** Schemes that start a program, or that browsers keep for themselves. */
const SCHEMES =
  'javascript data file ftp http blob about chrome ms-msdt search-ms smb ssh tel mailto view-source intent'
/** Names that would look like the site, with the notations that sign-up takes for the same name. */
const RESERVED = 'admin Admin ad_min administrator root support help security api www galley studio login'

/** Notations of one address in X-Forwarded-For. */
const SAME_ADDRESS: readonly (readonly string[])[] = [
  ['192.0.2.9', '::ffff:192.0.2.9', '::ffff:c000:0209', '0:0:0:0:0:ffff:192.0.2.9', '::FFFF:C000:209'],
  ['2001:db8::1', '2001:0db8:0:0:0:0:0:1', '2001:DB8::1'],
]

/** What the server cannot honour is rejected, and nothing is changed. */
export async function abuseParameters(abuse: Abuse): Promise<void> {
  await tryBelieved(abuse)
  await tryEmpty(abuse)
  await tryNames(abuse)
  await tryAddresses(abuse)
}

async function tryBelieved(abuse: Abuse): Promise<void> {
  const { operations, testData, findings, isQuick, random } = abuse
  const [author, admin] = [await testData.person(), await testData.person('pro_plus', 'admin')]
  const own = await testData.resourcesOf(author)
  const image = await plain('png', 8, 8)
  const before = await inventoryOf(abuse, author)
  const tries = operations
    .filter(({ method, template, isDeprecated }) => method !== 'GET' && !isDeprecated && !isOAuth(template))
    .flatMap(operation => BELIEVED.map(query => ({ operation, query })))
    .filter(({ operation, query }) => !operation.parameters.some(({ name }) => query.startsWith(`${name}=`)))
  await inParallel(isQuick ? random.sample(tries, 60) : tries, async ({ operation, query }) => {
    const { cookie } = isForAdmins(operation) ? admin : author
    const { path, headers, ...sent } = toRawRequest(goodRequest(abuse, operation, author, own), image)
    const label = `${operation.name} with ?${query}`
    const url = `${path}${path.includes('?') ? '&' : '?'}${query}`
    const answer = await send(abuse, operation, { ...sent, path: url, headers: { ...headers, cookie } }, label)
    const code = jsonOf(answer)?.error?.fields?.[0]?.code
    findings.check(code === 'UNKNOWN_PARAMETER', `${label}: ${answer?.status} ${code}`)
  })
  const after = await inventoryOf(abuse, author)
  findings.check(before === after, `a rejected request changed something: ${before} became ${after}`)
}

async function tryEmpty(abuse: Abuse): Promise<void> {
  const { operations, testData, findings } = abuse
  const person = await testData.person('pro_plus', 'admin')
  const own = await testData.resourcesOf(person)
  const tries = operations
    .filter(({ method, template }) => method === 'GET' && !isOAuth(template))
    .flatMap(operation => {
      return operation.parameters.filter(parameter => parameter.in === 'query').map(({ name }) => ({ operation, name }))
    })
  await inParallel(tries, async ({ operation, name }) => {
    const good = goodRequest(abuse, operation, person, own)
    for (const value of name === 'q' ? ['', '%20'] : ['']) {
      const sent = toRawRequest({
        ...good,
        query: { ...good.query, [name]: value },
        headers: { cookie: person.cookie },
      })
      const answer = await send(abuse, operation, sent)
      findings.check(answer?.status === 400, `${operation.name} with ?${name}=${value}: ${answer?.status}`)
    }
  })
}

/** Its standard says that unknown parameters are ignored. */
const isOAuth = (template: string) => template.startsWith('/api/v1/oauth/')

async function tryNames({ client, findings, operations }: Abuse): Promise<void> {
  const post = (path: string, body: object) =>
    client.send({ method: 'POST', path, headers: JSON_TYPE, body: JSON.stringify(body) })
  for (const scheme of SCHEMES.split(' ')) {
    const { status } = await post('/oauth/register', { redirect_uris: [`${scheme}://program.example/callback`] })
    findings.check(status === 400, `a program with the redirect ${scheme}: is registered: ${status}`)
  }
  const signUp = operations.find(({ name }) => name === 'signUp') as Operation
  for (const [i, username] of RESERVED.split(' ').entries()) {
    const account = { username, email: `reserved-${i}-${Date.now()}@example.com`, password: 'correct horse battery' }
    const { status } = await post(signUp.template, account)
    findings.check(status === 400, `an account named ${username}: ${status}`)
  }
}

/** All notations of an address share the allowance of its requests. */
async function tryAddresses({ strictClient, findings }: Abuse): Promise<void> {
  for (const notations of SAME_ADDRESS) {
    let left: number | undefined
    for (const notation of notations) {
      const headers = { 'x-forwarded-for': notation }
      const answer = await strictClient.send({ method: 'GET', path: '/api/v1/public/posts?tag=none', headers })
      const remaining = Number(answer.headers['ratelimit-remaining'])
      findings.check(left === undefined || remaining < left, `X-Forwarded-For: ${notation} has ${remaining} of ${left}`)
      left = remaining
    }
  }
}
