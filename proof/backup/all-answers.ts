import { filesOfZip } from '@galley/server/testing/posts/exported-files'
import { goodRequest, toRawRequest } from '../abuse/good-requests.ts'
import { readOperations } from '../abuse/operations.ts'
import type { OwnedResources } from '../abuse/test-data/owned-resources.ts'
import type { Person } from '../abuse/test-data/person.ts'

export interface Caller {
  readonly author: Person
  readonly reader: Person
  readonly own: OwnedResources
  readonly receiverUrl: string
}

/** Pages and feeds besides the API. */
const SITE_PATHS = ['/', '/feed.xml', '/sitemap.xml', '/@{author}', '/@{author}/feed.xml', '/trending', '/tags/abuse']

/**
 * The status and body of every GET of the contract, as the author with a token and with a session, as another account
 * and without an account; and of pages of the site.
 */
export async function readAllAnswers(
  url: string,
  { author, reader, own, receiverUrl }: Caller,
): Promise<Map<string, string>> {
  const document = await (await fetch(`${url}/api/v1/openapi.json`)).json()
  const identities: Record<string, Record<string, string>> = {
    token: { authorization: `Bearer ${author.token}` },
    session: { cookie: author.cookie },
    other: { authorization: `Bearer ${reader.token}` },
    nobody: {},
  }
  const answers = new Map<string, string>()
  const read = async (name: string, path: string, headers: Record<string, string>) => {
    const response = await fetch(`${url}${path}`, { headers, redirect: 'manual' })
    const bytes = Buffer.from(await response.arrayBuffer())
    const isZip = response.headers.get('content-type') === 'application/zip'
    // The entries of a zip have the time at which it was made.
    const files = isZip ? Object.entries(await filesOfZip(bytes)) : [['', bytes.toString('utf8')] as const]
    const text = files.map(([name, content]) => `${name}\n${stable(content)}`).join('\n')
    // Sessions are listed by their last use.
    const body = name.startsWith('listSessions') ? [...text].sort().join('') : text
    answers.set(name, `${response.status} ${body}`)
  }
  for (const operation of readOperations(document).filter(({ method }) => method === 'GET')) {
    const { path } = toRawRequest(goodRequest({ target: { receiverUrl } }, operation, author, own))
    for (const [who, headers] of Object.entries(identities)) await read(`${operation.name} as ${who}`, path, headers)
  }
  for (const path of SITE_PATHS) await read(path, path.replace('{author}', author.username), {})
  return answers
}

/**
 * Without what changes with every request or with time: request ids, cursors, uses of a session or token, and what the
 * reads of this comparison count themselves (views, and the rankings that depend on them).
 */
function stable(body: string): string {
  return body
    .replaceAll(/"(request_id|next|last_used_at|expires_at|period_start|period_end)":\s*("[^"]*"|null)/g, '"$1":-')
    .replaceAll(/"(view_count|views|score|change)":\s*(-?[\d.]+|null)/g, '"$1":-')
    .replaceAll(/nonce[-="]+[\w+/=-]+/g, 'nonce')
}
