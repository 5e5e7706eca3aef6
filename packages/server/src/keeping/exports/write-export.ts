import type { Readable } from 'node:stream'
import type { AppContext } from '../../platform/context.ts'
import { postAddress } from '../../platform/core/addresses/site-addresses.ts'
import {
  type ExportedEntry,
  eachComment,
  eachEntry,
  eachPost,
  eachRevision,
  eachUpload,
  readAccountData,
  readDays,
} from './export-store.ts'
import { type IndexEntry, indexPage } from './index-page.ts'
import { fileNameOf, postFile } from './post-file.ts'
import { ZipWriter } from './zip-writer.ts'

interface Owner {
  readonly userId: string
  readonly username: string
  readonly displayName: string
}

/** Everything about an account as a zip, which is made while it is read. */
export function exportAccount(context: AppContext, owner: Owner): Readable {
  const stopped = new AbortController()
  const writer = new ZipWriter(stopped.signal)
  const { output } = writer
  output.once('close', () => stopped.abort(new Error('the client has gone')))
  // The connection breaks off, so that nobody takes half an archive for a whole one.
  output.once('error', error => context.log.error({ err: error }, 'an export failed'))
  writeAll(context, owner, writer).then(
    () => writer.end(),
    error => output.destroy(error),
  )
  return output
}

async function writeAll(context: AppContext, owner: Owner, writer: ZipWriter): Promise<void> {
  const { db, settings, storage, clock } = context
  const { userId, username, displayName } = owner
  const imageFile = (address: string) => {
    const key = context.media.keyOf(address)
    return key?.startsWith(`posts/${userId}/`) ? `../${imagePath(key)}` : undefined
  }
  await writer.add(
    'galley.yaml',
    () => '# The posts of this export. Set the address of the server before gly push.\nposts: posts\n',
  )
  await writer.add('index.html', () =>
    indexPage(
      `${displayName} (@${username})`,
      clock.now().toISOString().slice(0, 10),
      entriesOf(eachEntry(db, userId)),
    ),
  )
  await writer.add('account.json', async () => toJson(await readAccountData(db, userId)))
  await writer.add('posts.json', () =>
    jsonList(eachEntry(db, userId), entry => ({
      file: pathOf(entry),
      url: postAddress(settings, username, entry.slug),
      ...entry,
    })),
  )
  await writer.add('revisions.json', () =>
    jsonList(eachRevision(db, userId), ({ fields, client_name, ...revision }) => ({
      ...revision,
      client: client_name,
      ...fields,
    })),
  )
  await writer.add('comments.json', () => commentsJson(context, userId))
  await writer.add('statistics.json', async () => toJson({ days: await readDays(db, userId) }))
  for await (const post of eachPost(db, userId)) await writer.add(pathOf(post), () => postFile(post, imageFile))
  for await (const { path } of eachUpload(db, userId)) {
    const found = await storage.open(path)
    // Its file was deleted in the meantime.
    if (found !== undefined) await writer.add(imagePath(path), () => found.body, { compress: false })
  }
}

const pathOf = (post: ExportedEntry): string => `${post.status === 'deleted' ? 'trash' : 'posts'}/${fileNameOf(post)}`

/** `posts/<user>/<post>/thumbnail-<id>.png` and `posts/<user>/<id>.png`. */
const imagePath = (key: string): string => `images/${key.split('/').at(-1)}`

async function* entriesOf(posts: AsyncIterable<ExportedEntry>): AsyncGenerator<IndexEntry> {
  for await (const post of posts) {
    const date = (post.published_at ?? post.created_at).toISOString().slice(0, 10)
    yield { file: pathOf(post), title: post.title, status: post.status, date }
  }
}

const toJson = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`

async function* jsonList<T>(items: AsyncIterable<T>, view: (item: T) => unknown): AsyncGenerator<string> {
  let separator = '[\n'
  for await (const item of items) {
    yield separator + JSON.stringify(view(item))
    separator = ',\n'
  }
  yield separator === '[\n' ? '[]\n' : '\n]\n'
}

async function* commentsJson({ db }: AppContext, userId: string): AsyncGenerator<string> {
  yield '{"on_your_posts": '
  yield* jsonList(eachComment(db, userId, 'received'), comment => comment)
  yield ',"by_you": '
  yield* jsonList(eachComment(db, userId, 'own'), comment => comment)
  yield '}\n'
}
