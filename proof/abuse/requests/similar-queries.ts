import { PUBLIC, publish } from '@galley/server/testing/posts/public'
import type { Answer } from '../raw-client.ts'
import { type Abuse, emptyCaches, jsonOf } from '../target.ts'

/** A query, and similar ones that a faulty cache could confuse with it. */
interface Family {
  readonly plain: string
  readonly others: readonly string[]
}

/** No response depends on earlier queries: the cache must not confuse them. */
export async function abuseSimilarQueries(abuse: Abuse): Promise<void> {
  const { client, answers, findings, operations, testData, target } = abuse
  const person = await testData.person()
  const tag = `tag of ${person.username}`
  const { id, slug } = await publish(person.bearer, { tags: [tag], category: 'ai' })
  const operationOf = (path: string) =>
    operations.find(({ method, template }) => {
      const pattern = new RegExp(`^${template.replaceAll(/\{\w+\}/g, '[^/?]+')}(\\?|$)`)
      return method === 'GET' && pattern.test(path)
    })
  const ask = async (path: string): Promise<string> => {
    const answer = await client.send({ method: 'GET', path })
    if (path.startsWith('/api/')) answers.check(operationOf(path), answer, `GET ${path}`)
    else answers.checkPage(answer, `GET ${path}`)
    return meaningOf(answer)
  }
  for (const { plain, others } of familiesOf(person.username, tag, id, slug)) {
    await emptyCaches(target)
    const expected = await ask(plain)
    for (const other of others) {
      await emptyCaches(target)
      const alone = await ask(other)
      findings.check((await ask(plain)) === expected, `${plain} answers something else after ${other}`)
      findings.check((await ask(other)) === alone, `${other} answers something else after ${plain}`)
    }
  }
}

function familiesOf(username: string, tag: string, id: string, slug: string): Family[] {
  const encoded = encodeURIComponent
  const lookalikesOf = (text: string) => [
    text.toUpperCase(),
    // These become k and s in lower case, in upper case, or by NFKC.
    text.replace('k', '\u212A'),
    text.replace('s', '\u017F'),
    text.replace('k', '\uFF4B'),
    `${text}\u200B`,
    ` ${text} `,
  ]
  const lookalikes = lookalikesOf(username).map(encoded)
  const tags = lookalikesOf(tag)
  const name = encoded(username)
  const encodedTag = encoded(tag)
  return [
    { plain: `${PUBLIC}/users/${name}`, others: lookalikes.map(other => `${PUBLIC}/users/${other}`) },
    { plain: `${PUBLIC}/posts?author=${name}`, others: lookalikes.map(other => `${PUBLIC}/posts?author=${other}`) },
    { plain: `/@${name}`, others: lookalikes.map(other => `/@${other}`) },
    { plain: `/@${name}/feed.xml`, others: lookalikes.map(other => `/@${other}/feed.xml`) },
    { plain: `${PUBLIC}/posts?tag=${encodedTag}`, others: tags.map(other => `${PUBLIC}/posts?tag=${encoded(other)}`) },
    { plain: `/tags/${encodedTag}`, others: tags.map(other => `/tags/${encoded(other)}`) },
    {
      plain: `${PUBLIC}/posts?limit=1&offset=1&tag=${encodedTag}`,
      others: [
        `limit=%2B1&offset=01&tag=${encodedTag}`,
        `limit=1.0&offset=1e0&tag=${encodedTag}`,
        `limit=1&offset=11&tag=${encodedTag}`,
        `limit=11&offset=1&tag=${encodedTag}`,
        `limit=1&tag=1+${encodedTag}`,
        `limit=1&offset=1&tag=1+${encodedTag}`,
        `limit=1&offset=1&category=ai&tag=${encodedTag}`,
        `limit=1&offset=1&tag=ai+${encodedTag}`,
      ].map(query => `${PUBLIC}/posts?${query}`),
    },
    {
      plain: `${PUBLIC}/posts/${id}`,
      others: [
        id.toUpperCase(),
        `{${id}}`,
        `urn:uuid:${id}`,
        id.replaceAll('-', ''),
        slug.toUpperCase(),
        `${slug}%20`,
      ].map(other => `${PUBLIC}/posts/${encoded(other)}`),
    },
    {
      plain: `${PUBLIC}/posts/${id}/comments?limit=1`,
      others: [
        `${id.toUpperCase()}/comments?limit=1`,
        `${id}/comments?limit=11`,
        `${id}/comments?limit=1&offset=1`,
      ].map(other => `${PUBLIC}/posts/${other}`),
    },
  ]
}

/** The response without the values that reading changes. */
function meaningOf(answer: Answer): string {
  const { status, headers, body } = answer
  if (!headers['content-type']?.startsWith('application/json')) {
    const title = /<title>[^<]*/.exec(body.toString())?.[0]
    return JSON.stringify([status, headers.location, title])
  }
  return JSON.stringify([status, jsonOf(answer)], (key, value) =>
    key.endsWith('_count') || key === 'request_id' ? undefined : value,
  )
}
