import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { EVENT_NAMES } from '@galley/contract/delivery/events'
import { Client } from '@galley/server/testing/client'
import { PUBLIC, publish } from '@galley/server/testing/posts/public'
import type { SeededRandom } from '@galley/server/testing/seeded-random'
import { createAccount } from '@galley/server/testing/use-cases'
import { registerWebhook } from '@galley/server/testing/webhooks'
import type { Installation } from '../installation.ts'
import { RetryingClient } from '../retrying-client.ts'
import type { RunRecord } from '../run-record.ts'
import type { Actor } from './actor.ts'
import { NewUsers } from './new-users.ts'
import { PostWriter } from './post-writer.ts'
import { Reader } from './reader.ts'
import { Scheduler } from './scheduler.ts'
import { TokenOwner } from './token-owner.ts'
import { Uploader } from './uploader.ts'
import { WebhookOwner } from './webhook-owner.ts'

/** The event types of each of the author's webhooks, by the path of its receiver. */
export const WEBHOOKS_OF_THE_AUTHOR: Readonly<Record<string, readonly string[]>> = {
  '/all': [...EVENT_NAMES],
  '/created': ['post.created'],
  '/published': ['post.published', 'post.unpublished'],
  '/gone': ['post.updated'],
}

export interface Actors {
  readonly authorId: string
  readonly all: readonly Actor[]
  readonly scheduler: Scheduler
  readonly uploader: Uploader
}

interface Person {
  readonly id: string
  readonly token: string
  readonly cookie: string
  readonly password: string
}

/** Creates the accounts, posts and webhooks that the actors need, and the actors. */
export async function createActors(
  installation: Installation,
  record: RunRecord,
  random: SeededRandom,
  receiverUrl: string,
): Promise<Actors> {
  const url = installation.url() ?? ''
  const person = (name: string) => createPerson(installation, url, name)
  const [author, artist, holder, keeper, first, second] = [
    await person('author'),
    await person('artist'),
    await person('holder'),
    await person('keeper'),
    await person('reader_one'),
    await person('reader_two'),
  ]
  const client = new Client(url, { token: author.token })
  for (const [path, types] of Object.entries(WEBHOOKS_OF_THE_AUTHOR))
    await registerWebhook(client, receiverUrl + path, { event_types: types })
  const posts = await Promise.all(Array.from({ length: 8 }, (_, i) => publish(client, { title: `Read me ${i}` })))
  const illustrated = await publish(new Client(url, { token: artist.token }))
  await untilRanked(url)

  const retryingClient = new RetryingClient(installation.url, record)
  const contextFor = (name: string) => ({ client: retryingClient, record, random: random.branch(name) })
  const writer = (name: string) => new PostWriter(contextFor(name), { name, token: author.token, installation })
  const reader = (name: string, { id, token }: Person) =>
    new Reader(contextFor(name), { token, userId: id, postIds: posts.map(post => post.id), installation })
  const scheduler = new Scheduler(contextFor('scheduler'), { token: author.token, installation })
  const mediaFolder = join(installation.dataDir, 'media')
  const uploader = new Uploader(contextFor('uploader'), {
    token: artist.token,
    postId: illustrated.id,
    mediaFolder,
  })
  const all = [
    ...['writer-a', 'writer-b', 'writer-c'].map(writer),
    scheduler,
    uploader,
    reader('reader-one', first),
    reader('reader-two', second),
    new TokenOwner(contextFor('tokens'), { cookie: holder.cookie }),
    new WebhookOwner(contextFor('webhooks'), { token: keeper.token, url: `${receiverUrl}/unused` }),
    new NewUsers(contextFor('newcomers'), { installation }),
  ]
  return { authorId: author.id, all, scheduler, uploader }
}

async function createPerson(installation: Installation, url: string, username: string): Promise<Person> {
  const password = randomBytes(12).toString('hex')
  const email = `${username}@example.com`
  const { id } = await installation.query(db => createAccount(db, { username, email, password, plan: 'premium' }))
  const session = new Client(url)
  await session.logIn(username, password)
  const { body } = await session.post('/api/v1/tokens', { name: 'crash' })
  return { id, token: body.token, cookie: session.cookie ?? '', password }
}

/** Waits for the worker's first refresh, because the actors read the ranking. */
async function untilRanked(url: string): Promise<void> {
  const deadline = performance.now() + 30_000
  while ((await new Client(url).get(`${PUBLIC}/ranking`)).status !== 200) {
    if (performance.now() > deadline) throw new Error('no ranking was made within 30 s of the start')
  }
}
