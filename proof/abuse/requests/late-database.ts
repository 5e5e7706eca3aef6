import { eventually } from '@galley/server/testing/eventually'
import { publish } from '@galley/server/testing/posts/public'
import { sql } from 'kysely'
import { withOwnServer } from '../own-server.ts'
import { RawClient } from '../raw-client.ts'
import { type Abuse, emptyCaches } from '../target.ts'
import { seriesOf } from '../test-data/posts.ts'
import { TestData } from '../test-data/test-data.ts'

/**
 * While the database does not respond, neither at once nor later, each page is answered with 503: search engines drop what
 * answers 404. A quick run leaves this out, because the server waits for seconds.
 */
export async function abuseLateDatabase({ findings, isQuick, target }: Abuse): Promise<void> {
  if (isQuick) return
  await withOwnServer({}, async (server, db) => {
    const author = await new TestData(server.url, db, target.receiverUrl).person()
    const { slug } = await publish(author.bearer, { tags: ['late'] })
    const { url } = (await author.bearer.get(`/api/v1/series/${await seriesOf(author)}`)).body
    const own = `/@${author.username}`
    const article = `${own}/${encodeURIComponent(slug)}`
    const pages = ['/', own, article, new URL(url).pathname, '/tags/late', '/trending', '/search?q=late', '/salons']
    const others = ['/feed.xml', `${own}/feed.xml`, '/sitemap.xml', `/api/v1/public/posts/${slug}`]
    const client = new RawClient(server.url)
    const statusOf = async (path: string) => {
      const answer = await client.send({ method: 'GET', path })
      findings.countAnswer(answer)
      return answer.status
    }
    await db.transaction().execute(async trx => {
      await sql`lock table posts, users, listings, trending, series, salons in access exclusive mode`.execute(trx)
      await emptyCaches({ url: server.url, db })
      await Promise.all(
        [...pages, ...others].map(async path => {
          const status = await statusOf(path).catch(String)
          findings.check(status === 503, `${path} while the database does not respond: ${status}`)
        }),
      )
    })
    await eventually(async () => {
      const status = await statusOf(article)
      if (status !== 200) throw new Error(`${status}`)
    }).catch(error => findings.fail(`${article} afterwards: ${error.message}`))
    client.close()
  })
}
