import { createHash, randomBytes } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { newId } from '@galley/server/testing/ids'
import type { AppContext } from '@galley/server/testing/installation'
import { DataFolder } from '@galley/server/testing/processes/galley-process'
import { sql } from 'kysely'
import { type Author, attach, makeAuthor } from '../support/installation.ts'
import { createLoad, type Load } from '../support/load.ts'
import { log } from '../support/report.ts'
import { seedPosts } from '../support/seed-posts.ts'
import { runCommand } from './galley-command.ts'

const CONNECTIONS = 8
const IMAGE_BYTES = 150_000
/** Text that compresses like prose, not like one repeated sentence. */
const WORDS_A_POST = 200
const DIFFERENT_WORDS = 20_000

/** A filled data folder that no process uses, and an author in it. */
export interface LargeInstallation {
  readonly folder: DataFolder
  readonly author: Author
}

/** With posts of about 7 KB and images of 150 KB. */
export async function makeLargeInstallation({
  posts,
  images,
}: {
  posts: number
  images: number
}): Promise<LargeInstallation> {
  log(`making ${posts} posts and ${images} images`)
  const folder = new DataFolder()
  const { context, close } = await attach(folder.path)
  const { db } = context
  await seedPosts(db, posts, log)
  await sql`
    update posts set content = (
      select string_agg(md5((hashtext(posts.slug || word) % ${DIFFERENT_WORDS}::int)::text),
        case when word % 20 = 0 then E'\n\n' else ' ' end)
      from generate_series(1, ${WORDS_A_POST}::int) word)`.execute(db)
  // Their first index is made of all posts.
  await sql`truncate search_queue`.execute(db)
  const author = await makeAuthor(context)
  for (let i = 0; i < images; i++) await addImage(db, author.id, join(folder.path, 'media'))
  await sql`update upload_index set phase = 'files', cursor = '', finished_at = now()`.execute(db)
  await sql`vacuum analyze`.execute(db)
  await close()
  log('indexing them for the search, which a server would do in the background')
  await runCommand(['search', 'reindex'], { DATA_DIR: folder.path })
  return { folder, author }
}

/** A file and its row, as an upload leaves them. The content is not an image, because nothing here reads it. */
async function addImage(db: AppContext['db'], userId: string, media: string): Promise<void> {
  const [id, bytes] = [newId(), randomBytes(IMAGE_BYTES)]
  const path = `posts/${userId}/${id}.jpg`
  await mkdir(dirname(join(media, path)), { recursive: true })
  await writeFile(join(media, path), bytes)
  const sha256 = createHash('sha256').update(bytes).digest()
  const image = {
    mime_type: 'image/jpeg',
    width: 100,
    height: 100,
    file_name: 'a.jpg',
    file_size: bytes.length,
  } as const
  const upload = { ...image, id, path, sha256, stored_sha256: sha256, user_id: userId, post_id: null }
  await db.insertInto('uploads').values(upload).execute()
}

/** Reads of public and own lists, and new posts, at this rate. */
export function loadOn(url: string, { author }: LargeInstallation, perSecond: number): Load {
  return createLoad({
    url,
    connections: CONNECTIONS,
    perSecond,
    templates: [
      { method: 'GET', path: '/api/v1/public/posts?offset={page}', headers: {} },
      { method: 'GET', path: '/api/v1/posts', headers: author.headers },
      {
        method: 'POST',
        path: '/api/v1/posts',
        headers: author.headers,
        body: JSON.stringify({ title: 'Post {fresh}', content: 'Words and more words. '.repeat(200) }),
        status: 201,
      },
    ],
    slots: { fresh: 'fresh', page: Array.from({ length: 97 }, (_, i) => i * 20) },
    tolerant: true,
  })
}
