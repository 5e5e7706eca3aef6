import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Answer } from '../support/client.ts'
import { inLanes } from '../support/in-lanes.ts'
import { POSTS } from '../support/posts.ts'
import { Actor, type Stage } from './actor.ts'
import type { Installation } from './installation.ts'

const SOONEST_MS = 800
const LATEST_MS = 6000
/** After its time, a post is published this soon even if everything had to be started again. */
const GRACE_MS = 30_000

interface Scheduled {
  /** When it is due; two times while nobody knows whether it was put off. */
  dueMs: number[]
  /** `maybe` while nobody knows whether the cancelling was done. */
  cancelled: 'no' | 'maybe' | 'yes'
}

/** Schedules posts for the next seconds, puts some off and cancels some. All others are published once, and not early. */
export class Scheduler extends Actor {
  readonly #token: string
  readonly #installation: Installation
  readonly #posts = new Map<string, Scheduled>()
  readonly #open = new Set<string>()
  #count = 0
  latestMs = 0

  constructor(stage: Stage, options: { token: string; installation: Installation }) {
    super(stage)
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
    await inLanes(overdue, id => this.#auditOne(id))
  }

  async #schedule(): Promise<void> {
    const dueMs = Date.now() + this.random.between(SOONEST_MS, LATEST_MS)
    const title = `schedule ${this.#count++}`
    const body = { title, content: 'On time.', status: 'scheduled', scheduled_for: new Date(dueMs).toISOString() }
    const headers = { 'idempotency-key': title }
    const answer = await this.line.insist('post scheduled', { token: this.#token }, client =>
      client.post(POSTS, body, { headers }),
    )
    // Repeated after its time, and the first try had come to nothing.
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
    // After a long outage even the new time may have passed.
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

  /** Only as long as it waits: after an outage it may have been published already, and then this is 412. */
  async #change(kind: string, id: string, body: object): Promise<Answer | undefined> {
    const credentials = { token: this.#token }
    const read = await this.line.ask(credentials, client => client.get(`${POSTS}/${id}`))
    if (read.body.status !== 'scheduled') return { ...read, status: 412 }
    const headers = { 'if-match': read.headers.get('etag') ?? '' }
    return this.line.attempt(kind, credentials, client => client.patch(`${POSTS}/${id}`, body, { headers }))
  }

  /** Far enough from its time that a change comes before it. */
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
    const { body } = await this.line.ask({ token: this.#token }, client => client.get(`${POSTS}/${id}`))
    this.#open.delete(id)
    const expected = { no: ['published'], maybe: ['published', 'draft'], yes: ['draft'] }[cancelled]
    const told = () =>
      `${id}, due ${dueMs.map(ms => new Date(ms).toISOString())}, cancelled: ${cancelled}, is ${body.status}`
    this.ledger.check('schedules are kept', expected.includes(body.status), told)
    if (body.status !== 'published') return
    const publishedMs = Date.parse(body.published_at)
    this.latestMs = Math.max(this.latestMs, publishedMs - Math.max(...dueMs))
    this.ledger.check('no schedule is early', publishedMs >= Math.min(...dueMs), told)
  }

  async #auditAll(): Promise<void> {
    const waitMs = Math.max(0, ...[...this.#open].map(id => this.#lastDue(id))) - Date.now()
    await pause(Math.max(0, waitMs))
    const ids = [...this.#posts.keys()]
    await this.#untilPublished(ids)
    await inLanes(ids, id => this.#auditOne(id))
    const { rows } = await this.#installation.look(db =>
      sql<{ id: string; status: string; count: number }>`
        select p.id, p.status, (select count(*)::int from events e where e.post_id = p.id and name = 'post.published')
        from posts p where p.id = any(${ids})`.execute(db),
    )
    this.ledger.check(
      'no acknowledged schedule is gone',
      rows.length === ids.length,
      () => `${ids.length - rows.length}`,
    )
    for (const { id, status, count } of rows) {
      const fits = count === (status === 'published' ? 1 : 0)
      this.ledger.check(
        'each schedule is published exactly once',
        fits,
        () => `${id} is ${status} after ${count} times`,
      )
    }
  }

  /** Nothing is due any more, or the time for it is over. */
  async #untilPublished(ids: readonly string[]): Promise<void> {
    const deadline = Date.now() + GRACE_MS
    while (Date.now() < deadline) {
      const { rows } = await this.#installation.look(db =>
        sql`select from posts where id = any(${ids}) and status = 'scheduled' limit 1`.execute(db),
      )
      if (rows.length === 0) return
      await pause(100)
    }
  }
}
