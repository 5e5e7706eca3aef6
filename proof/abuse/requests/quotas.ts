import { eventually } from '@galley/server/testing/eventually'
import { inParallel } from '@galley/server/testing/in-parallel'
import { picture } from '@galley/server/testing/posts/images'
import { MISCOUNTED_BYTES } from '@galley/server/testing/stored-bytes'
import { sql } from 'kysely'
import { formOf, JSON_TYPE } from '../good-requests.ts'
import { type Abuse, jsonOf, send } from '../target.ts'
import type { Person } from '../test-data/person.ts'

const QUOTA = 2 ** 30
const LEFT = 200_000
const TEXT = 'あ'.repeat(10_000)

/** A free account that has nearly used its quota writes in every way at once: what it stores is counted exactly, and bounded. */
export async function abuseQuotas(abuse: Abuse): Promise<void> {
  const { target, operations, findings, testData, isQuick } = abuse
  const person = await testData.person('free')
  const write = async (name: string, path: string, body: unknown, form?: ReturnType<typeof formOf>) => {
    const operation = operations.find(each => each.name === name)
    const sent = form ?? { headers: JSON_TYPE, body: JSON.stringify(body) }
    const headers = { ...sent.headers, cookie: person.cookie }
    const answer = await send(abuse, operation, { method: operation?.method ?? '', path, ...sent, headers })
    const { error, id } = jsonOf(answer) ?? {}
    const isExpected = answer !== undefined && (answer.status < 300 || error?.code === 'QUOTA_EXCEEDED')
    findings.check(isExpected, `${name}: ${answer?.status} ${error?.code}`)
    return { status: answer?.status, id: String(id) }
  }
  const { id } = await write('createPost', '/api/v1/posts', { title: 'A', content: 'A', status: 'published' })
  await target.db
    .insertInto('storage_use')
    .values({ user_id: person.id, texts_bytes: '0', uploads_bytes: String(QUOTA - LEFT) })
    .execute()
  const image = await picture(120, 80).png({ compressionLevel: 0 }).toBuffer()
  const text = (serial: number) => ({ title: `A ${serial}`, content: TEXT + serial })
  const largest = 2 * (TEXT.length * 3 + 100)
  const written: (number | undefined)[] = []
  await inParallel(
    Array.from({ length: isQuick ? 60 : 600 }, (_, i) => i),
    async i => {
      const ways = [
        () => write('createPost', '/api/v1/posts', text(i)),
        () => write('changePost', `/api/v1/posts/${id}`, text(i)),
        () => write('putPostByExternalId', `/api/v1/posts/by-external-id/e${i % 9}`, text(i)),
        () => write('importPost', '/api/v1/import/posts', { ...text(i), external_id: `i${i % 9}` }),
        () => write('savePendingRevision', `/api/v1/posts/${id}/pending-revision`, text(i)),
        () => write('addComment', `/api/v1/reader/posts/${id}/comments`, { content: `${'あ'.repeat(1500)}${i}` }),
        () => write('uploadImage', '/api/v1/uploads', undefined, formOf(Buffer.concat([image, Buffer.from(`${i}`)]))),
      ]
      written.push((await ways[i % ways.length]!()).status)
    },
  )
  const used = await usedBytes(person)
  findings.check(used > QUOTA - LEFT / 2, `the quota was reached by ${QUOTA - used} bytes only`)
  // Requests that run at the same time do not see what the others write.
  findings.check(used <= QUOTA + 10 * largest, `${used - QUOTA} bytes above the quota`)
  findings.check(written.includes(400), 'nothing was above the quota')
  const { status } = await person.session.patch(`/api/v1/posts/${id}`, { status: 'draft' })
  findings.check(status === 200, `above the quota, a post cannot become a draft: ${status}`)
  await target.db
    .deleteFrom('storage_use')
    .where('user_id', '=', person.id)
    .where('texts_bytes', '=', '0')
    .where('uploads_bytes', '=', String(QUOTA - LEFT))
    .execute()
  await target.db
    .updateTable('storage_use')
    .set(eb => ({ uploads_bytes: eb('uploads_bytes', '-', String(QUOTA - LEFT)) }))
    .where('user_id', '=', person.id)
    .where('uploads_bytes', '>=', String(QUOTA - LEFT))
    .execute()
  if (!isQuick) await changeOften(abuse)
  const { rows } = await MISCOUNTED_BYTES.execute(target.db)
  findings.check(rows.length === 0, `bytes are counted wrongly: ${JSON.stringify(rows.slice(0, 3))}`)
}

const CHANGES = 2500
/** Of an account that cannot read its events; see `docs/webhooks.md`. */
const EVENTS_MAX = 1000

/** Each change of a post records an event, which is not part of the quota: the job that deletes old ones bounds them. */
async function changeOften({ target, findings, testData }: Abuse): Promise<void> {
  const { id, session } = await testData.person('free')
  const post = (await session.post('/api/v1/posts', { title: 'A', content: 'A' })).body.id
  await inParallel(
    Array.from({ length: CHANGES }, (_, i) => i),
    async i => {
      const { status } = await session.patch(`/api/v1/posts/${post}`, { title: `A ${i}` })
      findings.countAnswer({ status, ms: 0 })
    },
  )
  await sql`select graphile_worker.add_job('prune-deliveries')`.execute(target.db)
  await eventually(async () => {
    const { rows } = await sql<{ count: number }>`
      select count(*)::int from events where author_id = ${id}`.execute(target.db)
    if (!(rows[0]!.count <= EVENTS_MAX)) throw new Error(`${rows[0]?.count} events of a free account are kept`)
  }, 10_000).catch(error => findings.fail(error.message))
}

const usedBytes = async ({ session }: Person): Promise<number> =>
  (await session.get('/api/v1/me/storage')).body.used_bytes
