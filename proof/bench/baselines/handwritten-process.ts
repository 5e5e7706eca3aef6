/**
 * The baseline for requests that need the database: the same work in one file, with Fastify, JSON schemas and named pg
 * statements. It reads the server's tables, and writes the same rows into tables with the same columns and indexes in
 * the schema "baseline". It has no rate limits, plans, lists or notifications.
 */
import { createHash, randomBytes, randomUUID } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import fastify, { type FastifyRequest } from 'fastify'
import pg from 'pg'
import { servePages } from './handwritten-page.ts'

export interface HandwrittenConfig {
  readonly connection: pg.PoolConfig
  readonly connections: number
}

const text = { type: 'string' } as const
const optional = { type: ['string', 'null'] } as const
const count = { type: 'integer' } as const
const optionalCount = { type: ['integer', 'null'] } as const
const yesNo = { type: 'boolean' } as const
const texts = { type: 'array', items: text } as const
const object = (properties: object) => ({ type: 'object', properties }) as const

const writtenFields = {
  title: { ...text, minLength: 1, maxLength: 200 },
  content: { ...text, maxLength: 1_000_000 },
  status: { enum: ['draft', 'published'] },
  category: { ...text, maxLength: 50 },
  tags: { ...texts, maxItems: 10 },
}
const author = object({ username: text, display_name: text, avatar_url: optional })
/** The stored fields of a list item. */
const storedItem = {
  id: text,
  slug: text,
  title: text,
  status: text,
  visibility: text,
  post_type: text,
  is_paid: yesNo,
  category: optional,
  tags: texts,
  subtitle: optional,
  salon_id: optional,
  salon_only: yesNo,
  excerpt: text,
  published_at: optional,
  scheduled_for: optional,
  created_at: text,
  updated_at: text,
  view_count: count,
  like_count: count,
  comment_count: count,
  price_jpy: optionalCount,
  thumbnail_url: optional,
  cover_image_url: optional,
  seo_title: optional,
  meta_description: optional,
  canonical_url: optional,
  external_id: optional,
  content_sha256: optional,
  series_id: optional,
  series_position: optionalCount,
}
const ownItem = { ...storedItem, url: text, etag: text }
const ownPost = { ...ownItem, content: text, free_preview_length: optionalCount, exceeded_limit: optional, author }
const publicItem = {
  id: text,
  slug: text,
  title: text,
  subtitle: optional,
  excerpt: text,
  category: optional,
  tags: texts,
  thumbnail_url: optional,
  is_paid: yesNo,
  price_jpy: optionalCount,
  published_at: text,
  view_count: count,
  like_count: count,
  save_count: count,
  comment_count: count,
  resonated_count: count,
  author,
  url: text,
  canonical_url: optional,
}
const listOf = (item: object) => object({ posts: { type: 'array', items: object(item) }, total: count })
const listQuery = object({
  sort: { enum: ['latest', 'popular', 'trending'] },
  category: text,
  limit: { ...count, minimum: 1, maximum: 100, default: 20 },
  offset: { ...count, minimum: 0, default: 0 },
})

interface Person {
  readonly id: string
  readonly username: string
  readonly display_name: string
  readonly avatar_url: string | null
}
/** A post as it is answered to its author. */
const shown = (
  row: { slug: string; version: number; content_sha256: Buffer | null },
  { username }: Pick<Person, 'username'>,
) => ({
  ...row,
  url: addressOf(username, row.slug),
  etag: `"${row.version}"`,
  content_sha256: row.content_sha256?.toString('hex') ?? null,
  exceeded_limit: null,
})

const addressOf = (username: string, slug: string) => `http://localhost:3000/@${username}/${encodeURIComponent(slug)}`

interface Body {
  readonly title: string
  readonly content: string
  readonly status: string
  readonly category: string
  readonly tags: string[]
}

process.once('message', async ({ connection, connections }: HandwrittenConfig) => {
  const pool = new pg.Pool({ ...connection, max: connections })
  const app = fastify()
  const people = new Map<string, Person>()

  /** The owner of the token, cached from the second request on, as in the server. */
  async function personOf(request: FastifyRequest): Promise<Person> {
    const token = request.headers.authorization?.slice('Bearer '.length) ?? ''
    const known = people.get(token)
    if (known !== undefined) return known
    const { rows } = await pool.query({
      name: 'person',
      text: `select u.id, u.username, u.display_name, u.avatar_url from api_tokens t join users u on u.id = t.user_id
        where t.token_hash = $1 and t.revoked_at is null and (t.expires_at is null or t.expires_at > now()) and u.suspended_at is null`,
      values: [createHash('sha256').update(token).digest()],
    })
    if (rows[0] === undefined) throw Object.assign(new Error('unknown token'), { statusCode: 401 })
    people.set(token, rows[0])
    return rows[0]
  }

  async function inTransaction<T>(work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
    const client = await pool.connect()
    try {
      await client.query('begin')
      const result = await work(client)
      await client.query('commit')
      return result
    } catch (error) {
      await client.query('rollback')
      throw error
    } finally {
      client.release()
    }
  }

  async function recordEvents(client: pg.PoolClient, person: Person, post: { id: string }, names: readonly string[]) {
    for (const name of names) {
      const id = randomUUID()
      const body = JSON.stringify({ event: name, event_id: `${name}:${id}`, created_at: new Date(), data: { post } })
      await client.query({
        name: 'event',
        text: `with event as (
            insert into baseline.events (id, author_id, post_id, name, event_id, body, created_at)
            values ($1, $2, $3, $4, $5, $6, now()) returning id, name, event_id, created_at)
          insert into baseline.deliveries (webhook_id, event_row, event, event_id, created_at)
          select w.id, e.id, e.name, e.event_id, e.created_at from event e, webhooks w
          where w.user_id = $2 and w.status = 'active' and e.name = any(w.event_types)`,
        values: [id, person.id, post.id, name, `${name}:${id}`, body],
      })
    }
  }

  const publicList = { querystring: listQuery, response: { 200: listOf(publicItem) } }
  app.get<{ Querystring: { sort?: string; category?: string; limit: number; offset: number } }>(
    '/api/v1/public/posts',
    { schema: publicList },
    async ({ query: { sort = 'latest', category, limit, offset } }) => {
      const scope = category === undefined ? 'all' : `category:${category}`
      const [table, order] = {
        latest: ['listings', 'l.published_at desc, l.post_id desc'],
        popular: ['listings', 'l.popularity desc, l.published_at desc, l.post_id desc'],
        trending: ['trending', 'l.score desc, l.published_at desc, l.post_id desc'],
      }[sort] as [string, string]
      const [{ rows }, total] = await Promise.all([
        pool.query({
          name: `public ${sort}`,
          text: `select p.id, p.slug, p.title, p.subtitle, p.excerpt, p.category, p.tags, p.thumbnail_url, p.is_paid, p.price_jpy,
              p.published_at, p.view_count, p.like_count, p.save_count, p.comment_count, p.resonated_count, p.canonical_url,
              json_build_object('username', u.username, 'display_name', u.display_name, 'avatar_url', u.avatar_url) as author
            from (select * from ${table} l where l.scope = $1 order by ${order} limit $2 offset $3) l
            join posts p on p.id = l.post_id join users u on u.id = p.author_id
            order by ${order}`,
          values: [scope, limit, offset],
        }),
        pool.query({
          name: 'public total',
          text: 'select coalesce(sum(count), 0)::int as total from listing_counts where scope = $1',
          values: [scope],
        }),
      ])
      const posts = rows.map(row => ({ ...row, url: addressOf(row.author.username, row.slug) }))
      return { posts, total: total.rows[0].total }
    },
  )

  app.get(
    '/api/v1/posts',
    { schema: { querystring: listQuery, response: { 200: listOf(ownItem) } } },
    async request => {
      const { limit, offset } = request.query as { limit: number; offset: number }
      const person = await personOf(request)
      const [{ rows }, total] = await Promise.all([
        pool.query({
          name: 'own list',
          text: `select ${Object.keys(storedItem).join(', ')}, version from posts where author_id = $1 and status <> 'deleted'
          order by created_at desc, id desc limit $2 offset $3`,
          values: [person.id, limit, offset],
        }),
        pool.query({
          name: 'own total',
          text: "select count(*)::int as total from posts where author_id = $1 and status <> 'deleted'",
          values: [person.id],
        }),
      ])
      return { posts: rows.map(row => shown(row, person)), total: total.rows[0].total }
    },
  )

  app.get<{ Params: { id: string } }>(
    '/api/v1/posts/:id',
    { schema: { params: object({ id: { ...text, format: 'uuid' } }), response: { 200: object(ownPost) } } },
    async (request, reply) => {
      const person = await personOf(request)
      const { rows } = await pool.query({
        name: 'own post',
        text: "select * from posts where id = $1 and author_id = $2 and status <> 'deleted'",
        values: [request.params.id, person.id],
      })
      if (rows[0] === undefined) return reply.code(404).send({ error: 'not found' })
      const post = shown(rows[0], person)
      reply.header('etag', post.etag)
      return { ...post, author: person }
    },
  )

  const createSchema = {
    body: { ...object(writtenFields), required: ['title', 'content'], additionalProperties: false },
    response: { 201: object(ownItem) },
  }
  app.post<{ Body: Body }>('/api/v1/posts', { schema: createSchema }, async (request, reply) => {
    const person = await personOf(request)
    const { title, content, status, category, tags } = request.body
    const isPublished = status === 'published'
    const slug = `${title.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, '-')}-${randomBytes(4).toString('hex')}`
    const post = await inTransaction(async client => {
      const { rows } = await client.query({
        name: 'create',
        text: `insert into baseline.posts (id, author_id, slug, title, content, excerpt, status, post_type, visibility, category, tags,
            is_paid, salon_only, published_at, content_sha256)
          values ($1, $2, $3, $4, $5, $6, $7, 'article', 'public', $8, $9, false, false, case when $10 then now() end, $11)
          returning id, slug, title, status, visibility, post_type, is_paid, published_at, scheduled_for, created_at`,
        values: [
          randomUUID(),
          person.id,
          slug,
          title,
          content,
          content.slice(0, 200),
          status,
          category,
          tags,
          isPublished,
          createHash('sha256').update(content).digest(),
        ],
      })
      await recordEvents(client, person, rows[0], isPublished ? ['post.created', 'post.published'] : ['post.created'])
      return rows[0]
    })
    return reply.code(201).send({ ...post, url: addressOf(person.username, slug) })
  })

  const changeSchema = {
    body: { ...object(writtenFields), additionalProperties: false },
    response: { 200: object(ownPost) },
  }
  app.patch<{ Params: { id: string }; Body: Partial<Body> }>(
    '/api/v1/posts/:id',
    { schema: changeSchema },
    async (request, reply) => {
      const person = await personOf(request)
      const post = await inTransaction(async client => {
        const { rows } = await client.query({
          name: 'lock',
          text: "select * from baseline.posts where id = $1 and author_id = $2 and status <> 'deleted' for update",
          values: [request.params.id, person.id],
        })
        if (rows[0] === undefined) return undefined
        const next = { ...rows[0], ...request.body }
        const changed = await client.query({
          name: 'change',
          text: `update baseline.posts set title = $2, content = $3, category = $4, tags = $5, version = version + 1,
              updated_at = now() where id = $1 returning *`,
          values: [next.id, next.title, next.content, next.category, next.tags],
        })
        await recordEvents(client, person, { id: next.id }, ['post.updated'])
        return changed.rows[0]
      })
      if (post === undefined) return reply.code(404).send({ error: 'not found' })
      const answer = shown(post, person)
      reply.header('etag', answer.etag)
      return { ...answer, author: person }
    },
  )

  servePages(app, pool)
  await app.listen({ port: 0, host: '127.0.0.1' })
  process.send?.((app.server.address() as AddressInfo).port)
})
process.on('disconnect', () => process.exit(0))
