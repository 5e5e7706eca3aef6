import { createHash, randomBytes } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { newId } from '@galley/server/testing/ids'
import type { AppContext } from '@galley/server/testing/installation'
import { sql } from 'kysely'
import { log } from '../report/results.ts'
import { seedPosts } from '../server/seed-posts.ts'

const IMAGE_BYTES = 150_000
/** Text that compresses like prose, not like one repeated sentence. */
const WORDS_A_POST = 200
const DIFFERENT_WORDS = 20_000

export interface Volume {
  readonly posts: number
  readonly images: number
}

/** Fills an installation with posts of about 7 KB and images of 150 KB. */
export async function fillInstallation({ db, settings }: AppContext, { posts, images }: Volume): Promise<void> {
  log(`making ${posts} posts and ${images} images`)
  await seedPosts(db, posts, log)
  await sql`
    update posts set content = (
      select string_agg(md5((hashtext(posts.slug || word) % ${DIFFERENT_WORDS}::int)::text),
        case when word % 20 = 0 then E'\n\n' else ' ' end)
      from generate_series(1, ${WORDS_A_POST}::int) word)`.execute(db)
  // Their first index is made of all posts.
  await sql`truncate search_queue`.execute(db)
  const { id: userId } = await db.selectFrom('users').select('id').orderBy('username').executeTakeFirstOrThrow()
  for (let i = 0; i < images; i++) await addImage(db, userId, join(settings.dataDir, 'media'))
  await sql`update upload_index set phase = 'files', cursor = '', finished_at = now()`.execute(db)
  await sql`vacuum analyze`.execute(db)
}

/** A file and its row, as an upload leaves them. The content is not an image, because nothing here reads it. */
async function addImage(db: AppContext['db'], userId: string, media: string): Promise<void> {
  const [id, bytes] = [newId(), randomBytes(IMAGE_BYTES)]
  const path = `posts/${userId}/${id}.jpg`
  await mkdir(dirname(join(media, path)), { recursive: true })
  await writeFile(join(media, path), bytes)
  const sha256 = createHash('sha256').update(bytes).digest()
  await db
    .insertInto('uploads')
    .values({
      id,
      path,
      sha256,
      user_id: userId,
      post_id: null,
      file_name: 'a.jpg',
      file_size: bytes.length,
      mime_type: 'image/jpeg',
      width: 100,
      height: 100,
      stored_sha256: sha256,
    })
    .execute()
}
