import { inParallel } from '@galley/server/testing/in-parallel'
import { POSTS } from '@galley/server/testing/posts/posts'
import { sql } from 'kysely'
import type { Installation } from '../installation.ts'
import { Actor, type ActorContext } from './actor.ts'

const STATUSES = ['draft', 'published', 'archived'] as const
type Status = (typeof STATUSES)[number] | 'deleted'

/** A state of a post, with the number of events of each kind that it implies. */
interface State {
  readonly title: string
  readonly status: Status
  readonly events: Readonly<Record<string, number>>
}

interface Post {
  /** One state, or two while it is unknown whether the last change was made. */
  states: State[]
}

/** Not plain text, whose page would not be stored. */
const textOf = (title: string): string => `**${title}** `.repeat(60)

function moved({ status, events }: State, title: string, next: Status): State {
  const counted = { ...events }
  const count = (name: string) => {
    counted[name] = (counted[name] ?? 0) + 1
  }
  if (next === 'deleted') count('post.deleted')
  else count('post.updated')
  if (next === 'published' && status !== 'published') count('post.published')
  if (next !== 'published' && next !== 'deleted' && status === 'published') count('post.unpublished')
  return { title, status: next, events: counted }
}

function created(title: string, status: Status): State {
  return { title, status, events: { 'post.created': 1, ...(status === 'published' && { 'post.published': 1 }) } }
}

/** Creates, changes and deletes posts, with and without an idempotency key, and by external id. */
export class PostWriter extends Actor {
  readonly #name: string
  readonly #token: string
  readonly #installation: Installation
  readonly #posts = new Map<string, Post>()
  readonly #byExternalId = new Map<string, string>()
  /** Titles of posts that were requested without a response, so that their ids are unknown. */
  readonly #unansweredTitles = new Set<string>()
  #recent = new Set<string>()
  #count = 0

  constructor(context: ActorContext, options: { name: string; token: string; installation: Installation }) {
    super(context)
    this.#name = options.name
    this.#token = options.token
    this.#installation = options.installation
  }

  protected override async step(): Promise<void> {
    const roll = this.random.below(10)
    const id = roll < 3 ? undefined : this.#chooseLive()
    if (id === undefined) return this.#create()
    await this.#settleIfOpen(id)
    if (this.#present(id).status === 'deleted') return
    if (roll < 7) return this.#change(id)
    if (roll < 8) return this.#delete(id)
    return this.#put()
  }

  protected override async audit(everything: boolean): Promise<void> {
    await inParallel(everything ? this.#posts.keys() : this.#recent, id => this.#settle(id))
    this.#recent = new Set()
    if (everything) await this.#auditEvents()
  }

  async #create(): Promise<void> {
    const title = this.#newTitle()
    const status = this.random.pick(['draft', 'published'] as const)
    const body = { title, content: textOf(title), status }
    const hasKey = this.random.chance(0.5)
    const headers: Record<string, string> = hasKey ? { 'idempotency-key': title } : {}
    const answer = await this.#send('post created', hasKey, client => client.post(POSTS, body, { headers }))
    if (answer === undefined) this.#unansweredTitles.add(title)
    else if (this.expect(answer, 201)) this.#know(answer.body.id, created(title, status))
  }

  async #change(id: string): Promise<void> {
    const before = this.#present(id)
    const change = { title: this.#newTitle(), status: this.random.pick(STATUSES) }
    const after = moved(before, change.title, change.status)
    const body = { ...change, content: textOf(change.title) }
    const answer = await this.#send('post changed', false, client => client.patch(`${POSTS}/${id}`, body))
    if (answer === undefined) this.#know(id, before, after)
    else if (this.expect(answer, 200)) this.#know(id, after)
  }

  async #delete(id: string): Promise<void> {
    const before = this.#present(id)
    const after = moved(before, before.title, 'deleted')
    const answer = await this.#send('post deleted', false, client => client.delete(`${POSTS}/${id}`))
    if (answer === undefined) this.#know(id, before, after)
    else if (this.expect(answer, 200)) this.#know(id, after)
  }

  /** PUT is idempotent: after any number of interruptions there is one post with the last content. */
  async #put(): Promise<void> {
    const externalId = `${this.#name}-${this.random.below(4)}`
    const title = this.#newTitle()
    const body = { title, content: textOf(title), status: 'published' }
    const known = this.#byExternalId.get(externalId)
    if (known !== undefined) await this.#settleIfOpen(known)
    const path = `${POSTS}/by-external-id/${externalId}`
    const answer = await this.#send('post put', true, client => client.put(path, body))
    if (answer === undefined || !this.expect(answer, 200, 201)) return
    const { id } = answer.body
    const before = known === undefined ? undefined : this.#present(known)
    const isNew = before === undefined || before.status === 'deleted'
    this.record.check('one post for each external id', isNew || id === known, () => `${externalId}: ${known} and ${id}`)
    this.#know(id, isNew ? created(title, 'published') : moved(before, title, 'published'))
    this.#byExternalId.set(externalId, id)
  }

  async #settleIfOpen(id: string): Promise<void> {
    if (this.#posts.get(id)?.states.length !== 1) await this.#settle(id)
  }

  /** The post is as acknowledged or, after a change without a response, as before or after that change. */
  async #settle(id: string): Promise<void> {
    const { states } = this.#posts.get(id) ?? { states: [] }
    const { status, body } = await this.client.read({ token: this.#token }, client => client.get(`${POSTS}/${id}`))
    const fits = states.find(state =>
      status === 404
        ? state.status === 'deleted'
        : body.title === state.title && body.status === state.status && body.content === textOf(state.title),
    )
    const describe = () => `${id} is ${status} ${body.title} ${body.status}, not ${JSON.stringify(states)}`
    this.record.check(
      'posts are as acknowledged, or as before or after an unanswered change',
      fits !== undefined,
      describe,
    )
    if (fits !== undefined) this.#posts.set(id, { states: [fits] })
  }

  /** A post without a response exists once or not at all, and every change has exactly its events. */
  async #auditEvents(): Promise<void> {
    const titles = [...this.#unansweredTitles]
    const unanswered = await this.#installation.query(db =>
      sql<{ title: string; content: string }>`select title, content from posts where title = any(${titles})`.execute(
        db,
      ),
    )
    const twice = unanswered.rows.length - new Set(unanswered.rows.map(({ title }) => title)).size
    this.record.check(
      'a request without a response takes effect at most once',
      twice === 0,
      () => `${twice} posts twice`,
    )
    for (const { title, content } of unanswered.rows)
      this.record.check(
        'posts are as acknowledged, or as before or after an unanswered change',
        content === textOf(title),
        () => title,
      )

    const ids = [...this.#posts.keys()]
    const { rows } = await this.#installation.query(db =>
      sql<{ post_id: string; name: string; count: number }>`
        select post_id, name, count(*)::int from events where post_id = any(${ids}) group by 1, 2`.execute(db),
    )
    const found = new Map<string, Record<string, number>>(ids.map(id => [id, {}]))
    for (const { post_id, name, count } of rows) Object.assign(found.get(post_id) ?? {}, { [name]: count })
    const text = (events: Readonly<Record<string, number>>) => JSON.stringify(Object.entries(events).sort())
    for (const id of ids) {
      const [expected, stored] = [text(this.#present(id).events), text(found.get(id) ?? {})]
      this.record.check(
        'each change has its events, once',
        expected === stored,
        () => `${id}: ${stored}, not ${expected}`,
      )
    }
  }

  #send(kind: string, repeatable: boolean, request: Parameters<typeof this.client.attempt>[2]) {
    const credentials = { token: this.#token }
    return repeatable
      ? this.client.retryUntilAnswered(kind, credentials, request)
      : this.client.attempt(kind, credentials, request)
  }

  #know(id: string, ...states: State[]): void {
    this.#posts.set(id, { states })
    this.#recent.add(id)
  }

  #present(id: string): State {
    const state = this.#posts.get(id)?.states[0]
    if (state === undefined) throw new Error(`${id} is not known`)
    return state
  }

  /** One of the last thirty posts, so that crashes hit posts that were changed recently. */
  #chooseLive(): string | undefined {
    const live = [...this.#posts].slice(-30).filter(([, { states }]) => states[0]?.status !== 'deleted')
    return live.length === 0 ? undefined : this.random.pick(live)[0]
  }

  #newTitle(): string {
    return `${this.#name} ${this.#count++}`
  }
}
