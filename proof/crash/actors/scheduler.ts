import { setTimeout as pause } from 'node:timers/promises'
import type { Answer } from '@galley/server/testing/client'
import { inParallel } from '@galley/server/testing/in-parallel'
import { POSTS } from '@galley/server/testing/posts/posts'
import { sql } from 'kysely'
import type { Installation } from '../installation.ts'
import { Actor, type ActorContext } from './actor.ts'

const SOONEST_MS = 800
const LATEST_MS = 6000
/** The longest delay of a publication, including a restart of everything. */
const GRACE_MS = 30_000

interface Scheduled {
  /** The due time; two while it is unknown whether it was changed. */
  dueMs: number[]
  /** `maybe` while it is unknown whether the schedule was cancelled. */
  cancelled: 'no' | 'maybe' | 'yes'
}

/** Schedules posts for the next seconds, delays and cancels some. All others are published once, and not early. */
export class Scheduler extends Actor {
  readonly #token: string
  readonly #installation: Installation
  readonly #posts = new Map<string, Scheduled>()
  readonly #open = new Set<string>()
  #count = 0
  latestMs = 0

  constructor(context: ActorContext, options: { token: string; installation: Installation }) {
    super(context)
    this.#token = options.token
    this.#installation = options.installation
  }

  protected override async step(): Promise<void> {
    const roll = this.random.below(10)
    const id = roll < 7 ? undefined : this.#chooseWaiting()
    if (id === undefined) return this.#schedule()
    if (roll < 9) return this.#putOff(id)
    return this.#cancel(id)
  }

  protected override async audit(everything: boolean): Promise<void> {
    if (everything) return this.#auditAll()
    const overdue = [...this.#open].filter(id => this.#lastDue(id) + GRACE_MS < Date.now())
    await inParallel(overdue, id => this.#auditOne(id))
  }

  async #schedule(): Promise<void> {
    const dueMs = Date.now() + this.random.between(SOONEST_MS, LATEST_MS)
    const title = `schedule ${this.#count++}`
    const body = { title, content: 'On time.', status: 'scheduled', scheduled_for: new Date(dueMs).toISOString() }
    const headers = { 'idempotency-key': title }
    const answer = await this.client.retryUntilAnswered('post scheduled', { token: this.#token }, client =>
      client.post(POSTS, body, { headers }),
    )
    // The first attempt had no effect and the repetition came after the scheduled time.
    if (answer.status === 400 && dueMs < Date.now()) return
    if (!this.expect(answer, 201)) return
    this.#posts.set(answer.body.id, { dueMs: [dueMs], cancelled: 'no' })
    this.#open.add(answer.body.id)
  }

  async #putOff(id: string): Promise<void> {
    const post = this.#posts.get(id)
    if (post === undefined) return
    const dueMs = Date.now() + this.random.between(2000, LATEST_MS)
    const body = { status: 'scheduled', scheduled_for: new Date(dueMs).toISOString() }
    const answer = await this.#change('schedule changed', id, body)
    if (answer === undefined) post.dueMs = [...post.dueMs, dueMs]
    else if (answer.status === 412) return
    // After a long outage the new time may be in the past.
    else if (answer.status === 400 && dueMs < Date.now()) return
    else if (this.expect(answer, 200)) post.dueMs = [dueMs]
  }

  async #cancel(id: string): Promise<void> {
    const post = this.#posts.get(id)
    if (post === undefined) return
    const answer = await this.#change('schedule cancelled', id, { status: 'draft' })
    if (answer === undefined) post.cancelled = 'maybe'
    else if (answer.status === 412) return
    else if (this.expect(answer, 200)) post.cancelled = 'yes'
  }

  /** If-Match makes this 412 if the post was published meanwhile. */
  async #change(kind: string, id: string, body: object): Promise<Answer | undefined> {
    const credentials = { token: this.#token }
    const read = await this.client.read(credentials, client => client.get(`${POSTS}/${id}`))
    if (read.body.status !== 'scheduled') return { ...read, status: 412 }
    const headers = { 'if-match': read.headers.get('etag') ?? '' }
    return this.client.attempt(kind, credentials, client => client.patch(`${POSTS}/${id}`, body, { headers }))
  }

  /** A post that is due late enough for a change to arrive before. */
  #chooseWaiting(): string | undefined {
    const waiting = [...this.#open].filter(id => {
      const post = this.#posts.get(id)
      return post?.dueMs.length === 1 && post.cancelled === 'no' && this.#lastDue(id) > Date.now() + 1500
    })
    return waiting.length === 0 ? undefined : this.random.pick(waiting)
  }

  #lastDue(id: string): number {
    return Math.max(...(this.#posts.get(id)?.dueMs ?? [0]))
  }

  async #auditOne(id: string): Promise<void> {
    const { dueMs, cancelled } = this.#posts.get(id) ?? { dueMs: [], cancelled: 'no' }
    const { body } = await this.client.read({ token: this.#token }, client => client.get(`${POSTS}/${id}`))
    this.#open.delete(id)
    const expected = { no: ['published'], maybe: ['published', 'draft'], yes: ['draft'] }[cancelled]
    const describe = () =>
      `${id}, due ${dueMs.map(ms => new Date(ms).toISOString())}, cancelled: ${cancelled}, is ${body.status}`
    this.record.check('scheduled posts have the expected status', expected.includes(body.status), describe)
    if (body.status !== 'published') return
    const publishedMs = Date.parse(body.published_at)
    this.latestMs = Math.max(this.latestMs, publishedMs - Math.max(...dueMs))
    this.record.check('no post is published early', publishedMs >= Math.min(...dueMs), describe)
  }

  async #auditAll(): Promise<void> {
    const waitMs = Math.max(0, ...[...this.#open].map(id => this.#lastDue(id))) - Date.now()
    await pause(Math.max(0, waitMs))
    const ids = [...this.#posts.keys()]
    await this.#untilPublished(ids)
    await inParallel(ids, id => this.#auditOne(id))
    const { rows } = await this.#installation.query(db =>
      sql<{ id: string; status: string; count: number }>`
        select p.id, p.status, (select count(*)::int from events e where e.post_id = p.id and name = 'post.published')
        from posts p where p.id = any(${ids})`.execute(db),
    )
    this.record.check(
      'no acknowledged schedule is gone',
      rows.length === ids.length,
      () => `${ids.length - rows.length}`,
    )
    for (const { id, status, count } of rows) {
      const fits = count === (status === 'published' ? 1 : 0)
      this.record.check(
        'each schedule is published exactly once',
        fits,
        () => `${id} is ${status} after ${count} times`,
      )
    }
  }

  /** Waits until nothing is due, or until the time limit. */
  async #untilPublished(ids: readonly string[]): Promise<void> {
    const deadline = Date.now() + GRACE_MS
    while (Date.now() < deadline) {
      const { rows } = await this.#installation.query(db =>
        sql`select from posts where id = any(${ids}) and status = 'scheduled' limit 1`.execute(db),
      )
      if (rows.length === 0) return
      await pause(100)
    }
  }
}
