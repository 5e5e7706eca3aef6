import { inParallel } from '@galley/server/testing/in-parallel'
import { PUBLIC } from '@galley/server/testing/posts/public'
import type { Answer, RawRequest } from '../raw-client.ts'
import type { Abuse } from '../target.ts'
import type { OwnedResources } from '../test-data/owned-resources.ts'
import { PASSWORD, type Person } from '../test-data/person.ts'
import { commentOf } from '../test-data/posts.ts'

/** Notations of another site's URL, or of a path that becomes one when it is parsed. */
const TARGETS: readonly string[] = [
  'https://evil.example/',
  '//evil.example',
  '///evil.example',
  '/\\evil.example',
  '\\\\evil.example',
  '/\t/evil.example',
  '/\r\n/evil.example',
  '/.//evil.example',
  '/./\\evil.example',
  '/x/..//evil.example',
  '/@x/..//evil.example?a=1#b',
  '/..//evil.example',
  '/%2e//evil.example',
  '/x/%2e%2E//evil.example',
  '/x/.%2e/\\evil.example',
  '/.\t//evil.example',
  'javascript:alert(1)',
]
const MOST_STEPS = 4

type RequestTo = (target: string) => RawRequest | Promise<RawRequest>

/** No redirect with a target from the request leads to another site, directly or through our own pages. */
export async function abuseRedirects(abuse: Abuse): Promise<void> {
  const { testData, isQuick, random } = abuse
  const person = await testData.person()
  const own = await testData.resourcesOf(person)
  const requests = await redirectingRequests(abuse, person, own)
  const all = Object.entries(requests).flatMap(([name, ask]) => TARGETS.map(target => ({ name, ask, target })))
  // The sample contains each form and each notation at least once.
  const chosen = isQuick ? all.filter((_, i) => i % 5 === 0 || random.chance(0.2)) : all
  await inParallel(chosen, async ({ name, ask, target }) => {
    await follow(abuse, await ask(target), `${name} to ${JSON.stringify(target)}`, person.cookie)
  })
}

/** Every form and page of the site that redirects to a target from the request. */
async function redirectingRequests(
  { client }: Abuse,
  person: Person,
  own: OwnedResources,
): Promise<Record<string, RequestTo>> {
  const cookie = { cookie: person.cookie }
  const form = (path: string, fields: Record<string, string>, headers = {}): RawRequest => ({
    method: 'POST',
    path,
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
    body: new URLSearchParams(fields).toString(),
  })
  const getPage = (path: string, headers = {}): RawRequest => ({ method: 'GET', path, headers })
  const { slug } = JSON.parse((await client.send(getPage(`${PUBLIC}/posts/${own.post}`))).body.toString())
  const article = `/@${person.username}/${encodeURIComponent(slug)}`
  const next = encodeURIComponent
  return {
    'log-in': target => form('/login', { login: person.username, password: PASSWORD, next: target }),
    'log-in page': target => getPage(`/login?next=${next(target)}`, cookie),
    'sign-up page': target => getPage(`/signup?next=${next(target)}`, cookie),
    preferences: target => form('/preferences', { lang: 'en', back: target }),
    following: target => form(`/@${own.otherUser}/follow`, { on: 'true', back: target }, cookie),
    'deleting a comment': async target => {
      const id = await commentOf(person, own.post)
      return form(`${article}/comments/${id}/delete`, { back: target }, cookie)
    },
    'following, logged out': target => form(`/@${own.otherUser}/follow`, { on: 'true', back: target }),
    'a path with a slash at its end': target => getPage(`${encodeURI(target)}/`.replace(/^(?!\/)/, '/')),
    'the studio below a path': target => getPage(`/studio${encodeURI(target)}`),
  }
}

async function follow(
  { client, answers, findings }: Abuse,
  first: RawRequest,
  label: string,
  cookie: string,
): Promise<void> {
  let sent = first
  for (let step = 0; step < MOST_STEPS; step++) {
    const answer = await client.send(sent).catch(error => findings.fail(`${label}: ${error}`))
    if (answer === undefined) return
    answers.checkPage(answer, label)
    const location = readLocation(answer)
    if (location === undefined) return
    const { origin, pathname, search } = new URL(location, `http://own.invalid${sent.path}`)
    if (origin !== 'http://own.invalid') return
    sent = { method: 'GET', path: pathname + search, headers: { cookie } }
  }
  findings.fail(`${label}: redirects without end`)
}

const readLocation = ({ status, headers }: Answer): string | undefined =>
  status >= 300 && status < 400 ? headers.location : undefined
