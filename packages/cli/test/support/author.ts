import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type Person, startTestServer, type TestServer } from '../../../server/test/support/test-server.ts'
import { Workspace } from './workspace.ts'

interface StoredPost extends Record<string, unknown> {
  readonly id: string
  readonly content: string
  readonly url: string
}

/** An author on the server, with a folder of posts. */
export interface Author {
  readonly person: Person
  readonly work: Workspace
  posts(): Promise<StoredPost[]>
  post(externalId: string): Promise<StoredPost>
  /** As the studio does it. */
  edit(externalId: string, change: Record<string, unknown>): Promise<void>
  /** Another folder of the same author. */
  clone(files?: Record<string, string | Uint8Array>): Promise<Workspace>
}

/** A server whose addresses of posts and images lead to itself. */
export async function startSite(): Promise<TestServer> {
  const probe = createServer()
  await new Promise<void>(resolve => probe.listen(0, '127.0.0.1', resolve))
  const { port } = probe.address() as AddressInfo
  await new Promise(resolve => probe.close(resolve))
  return startTestServer({ env: { PORT: String(port), PUBLIC_URL: `http://127.0.0.1:${port}` } })
}

export async function createAuthor(server: TestServer, files: Record<string, string | Uint8Array>): Promise<Author> {
  const person = await server.person({ plan: 'pro_plus' })
  const clone = async (files: Record<string, string | Uint8Array> = {}) => {
    const work = await Workspace.create({ GALLEY_URL: server.url, GALLEY_TOKEN: person.token })
    await work.write('galley.yaml', 'posts: posts\n')
    for (const [path, text] of Object.entries(files)) await work.write(path, text)
    return work
  }
  const post = async (externalId: string): Promise<StoredPost> =>
    (await person.bearer.get(`/api/v1/posts/by-external-id/${encodeURIComponent(externalId)}`)).body
  return {
    person,
    work: await clone(files),
    clone,
    post,
    posts: async () => (await person.bearer.get('/api/v1/posts?limit=100')).body.posts,
    edit: async (externalId, change) => {
      await person.session.patch(`/api/v1/posts/${(await post(externalId)).id}`, change)
    },
  }
}
