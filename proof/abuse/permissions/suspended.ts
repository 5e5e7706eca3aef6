import { eventually } from '@galley/server/testing/eventually'
import { POSTS } from '@galley/server/testing/posts/posts'
import { PUBLIC, publish, READER } from '@galley/server/testing/posts/public'
import { type BusMessage, sendMessages, suspendAccount } from '@galley/server/testing/use-cases'
import { type Abuse, jsonOf } from '../target.ts'

/** Content of a suspended account is neither shown nor counted until the account is restored. */
export async function abuseSuspended(abuse: Abuse): Promise<void> {
  const { client, answers, findings, testData, target } = abuse
  const [author, suspended] = await Promise.all([testData.person(), testData.person()])
  const mark = `mark-of-${suspended.username}`
  const tag = encodeURIComponent(mark)
  const { id, slug } = await publish(author.bearer, { tags: [author.username] })
  const own = await publish(suspended.bearer, { title: mark, content: mark, tags: [mark] })
  await suspended.bearer.post(`${READER}/posts/${id}/comments`, { content: mark })
  await suspended.bearer.patch('/api/v1/me', { display_name: mark, bio: mark })

  const places = [
    `${PUBLIC}/posts/${id}/comments`,
    `${PUBLIC}/posts/${slug}/comments?limit=100`,
    `${READER}/posts/${id}/comments`,
    `/@${author.username}/${encodeURIComponent(slug)}`,
    `${PUBLIC}/users/${suspended.username}`,
    `${PUBLIC}/posts?author=${suspended.username}`,
    `${PUBLIC}/posts?tag=${tag}`,
    `${PUBLIC}/posts/${own.id}`,
    `/@${suspended.username}`,
    `/@${suspended.username}/feed.xml`,
    '/feed.xml',
  ]
  const counts = [`${PUBLIC}/posts/${id}`, `${POSTS}/${id}`]
  const ask = async (path: string) => {
    const answer = await client.send({ method: 'GET', path, headers: { cookie: author.cookie } })
    answers.checkPage(answer, `GET ${path}`)
    return answer
  }
  const showing = async () => {
    const answers = await Promise.all(places.map(async path => ({ path, body: (await ask(path)).body.toString() })))
    return answers.filter(({ body }) => body.includes(mark)).map(({ path }) => path)
  }
  const counted = async () => Promise.all(counts.map(async path => jsonOf(await ask(path)).comment_count as number))
  const setSuspended = (since: Date | null) =>
    target.db.transaction().execute(async trx => {
      const messages: BusMessage[] = []
      await suspendAccount(trx, message => messages.push(message), suspended.id, since)
      await sendMessages(trx, messages)
    })
  /** Changes by other processes are visible within a second. */
  const settles = async (wanted: () => Promise<boolean>) =>
    eventually(async () => {
      if (!(await wanted())) throw new Error('not yet')
    }, 3000).catch(() => {})

  const before = await showing()
  findings.check(before.length === places.length, `a comment or post is missing from the start: only ${before}`)
  await setSuspended(new Date())
  await settles(async () => (await showing()).length === 0)
  for (const path of await showing()) findings.fail(`${path} shows content of a suspended account`)
  for (const count of await counted())
    findings.check(count === 0, `${count} comments of a suspended account are counted`)
  await setSuspended(null)
  await settles(async () => (await showing()).length === places.length)
  const after = await showing()
  findings.check(after.length === places.length, `content of a restored account is missing: only ${after}`)
  for (const count of await counted())
    findings.check(count === 1, `${count} comments of a restored account are counted`)
}
