import { eventually } from '@galley/server/testing/eventually'
import { plain } from '@galley/server/testing/posts/images'
import { upload } from '@galley/server/testing/posts/upload'
import { readProcessUsage } from './read-process-usage.ts'
import { openSlowBodies } from './requests/slow-clients.ts'
import type { Target } from './target.ts'
import { TestData } from './test-data/test-data.ts'

/** Other systems than Linux have one loopback address, which may have less. */
const BODIES_BYTES = (process.platform === 'linux' ? 120 : 30) * 1024 * 1024
const PATHS = ['/', '/feed.xml', '/docs', '/docs/js/scalar.js', '/api/v1/openapi.json', '/studio']

/**
 * Uses the server as an author and a reader do. Code that is loaded with its first use (pages, image formats, password
 * hashing, deliveries) then does not count as memory growth.
 */
export async function warmUp({ url, db, receiverUrl }: Target): Promise<void> {
  const testData = new TestData(url, db, receiverUrl)
  const person = await testData.person()
  const { post } = await testData.resourcesOf(person)
  await upload(person.bearer, await plain('png', 300, 300))
  await person.bearer.post('/api/v1/preview', { content: '# A *text*' })
  const { body } = await person.bearer.get(`/api/v1/posts/${post}`)
  for (const path of [...PATHS, `/@${person.username}/${body.slug}`]) await (await fetch(url + path)).arrayBuffer()
  // The system does not take back the memory of large bodies: the next ones use it.
  const sockets = await openSlowBodies(url, testData)
  const inFlight = (isExpected: (bytes: number) => boolean) =>
    eventually(async () => {
      const { bytesInFlight } = await readProcessUsage({ url })
      if (!isExpected(bytesInFlight)) throw new Error(`${bytesInFlight} bytes are in flight`)
    })
  await inFlight(bytes => bytes >= BODIES_BYTES)
  for (const socket of sockets) socket.destroy()
  await inFlight(bytes => bytes === 0)
}
