import { PUBLIC, READER } from '@galley/server/testing/posts/public'
import { sql } from 'kysely'
import type { Installation } from '../installation.ts'
import { Actor, type ActorContext } from './actor.ts'

const REACTIONS = { like: 'likes', save: 'saves', resonance: 'resonances' } as const
type Reaction = keyof typeof REACTIONS

/** Adds and removes likes, saves, resonances and comments, and reads public pages. */
export class Reader extends Actor {
  readonly #token: string
  readonly #userId: string
  readonly #postIds: readonly string[]
  readonly #installation: Installation
  /** Whether the reaction is set, by kind and post; undefined while unknown. */
  readonly #reactions = new Map<string, boolean | undefined>()
  /** Whether the comment exists, by id; undefined while unknown. */
  readonly #comments = new Map<string, boolean | undefined>()
  #unansweredComments = 0
  #count = 0

  constructor(
    context: ActorContext,
    options: { token: string; userId: string; postIds: readonly string[]; installation: Installation },
  ) {
    super(context)
    this.#token = options.token
    this.#userId = options.userId
    this.#postIds = options.postIds
    this.#installation = options.installation
  }

  protected override async step(): Promise<void> {
    const roll = this.random.below(10)
    if (roll < 2) return this.#readPublicPages()
    if (roll < 4) return this.#comment()
    const reaction = this.random.pick(Object.keys(REACTIONS) as Reaction[])
    const postId = this.random.pick(this.#postIds)
    const wanted = this.random.chance(0.6)
    const path = `${READER}/posts/${postId}/${reaction}`
    const answer = await this.client.attempt(`${reaction} set or removed`, { token: this.#token }, client =>
      wanted ? client.put(path) : client.delete(path),
    )
    if (answer === undefined) this.#reactions.set(`${reaction} ${postId}`, undefined)
    else if (this.expect(answer, 200)) this.#reactions.set(`${reaction} ${postId}`, wanted)
  }

  async #comment(): Promise<void> {
    const present = [...this.#comments].filter(([, isThere]) => isThere).map(([id]) => id)
    if (present.length > 5) {
      const id = this.random.pick(present)
      const answer = await this.client.attempt('comment deleted', { token: this.#token }, client =>
        client.delete(`${READER}/comments/${id}`),
      )
      if (answer === undefined) this.#comments.set(id, undefined)
      else if (this.expect(answer, 200)) this.#comments.set(id, false)
      return
    }
    const path = `${READER}/posts/${this.random.pick(this.#postIds)}/comments`
    const content = `comment ${this.#count++}`
    const answer = await this.client.attempt('comment made', { token: this.#token }, client =>
      client.post(path, { content }),
    )
    if (answer === undefined) this.#unansweredComments++
    else if (this.expect(answer, 201)) this.#comments.set(answer.body.id, true)
  }

  /** A public read returns a complete response or none at all. */
  async #readPublicPages(): Promise<void> {
    const path = this.random.pick([
      '/posts',
      '/posts?sort=popular',
      `/posts/${this.random.pick(this.#postIds)}`,
      '/ranking',
    ])
    const answer = await this.client.attempt('public read', {}, client => client.get(PUBLIC + path))
    if (answer !== undefined) this.expect(answer, 200)
  }

  protected override async audit(): Promise<void> {
    const { reactions, comments } = await this.#installation.snapshot(async trx => ({
      reactions: await sql<{ reaction: string }>`
        select 'like ' || post_id as reaction from likes where user_id = ${this.#userId}
        union all select 'save ' || post_id from saves where user_id = ${this.#userId}
        union all select 'resonance ' || post_id from resonances where user_id = ${this.#userId}`.execute(trx),
      comments: await sql<{ id: string }>`
        select id from comments where user_id = ${this.#userId} and deleted_at is null`.execute(trx),
    }))
    const done = new Set(reactions.rows.map(({ reaction }) => reaction))
    for (const [reaction, isSet] of this.#reactions) {
      const fits = isSet === undefined || isSet === done.has(reaction)
      this.record.check('reactions are as acknowledged', fits, () => `${reaction}: ${!isSet}`)
    }
    const present = new Set(comments.rows.map(({ id }) => id))
    for (const [id, isThere] of this.#comments) {
      const fits = isThere === undefined || isThere === present.has(id)
      this.record.check('comments are as acknowledged', fits, () => `${id}: ${!isThere}`)
    }
    const unknown = [...present].filter(id => !this.#comments.has(id)).length
    this.record.check(
      'no comment exists that was not requested',
      unknown <= this.#unansweredComments,
      () => `${unknown}`,
    )
  }
}
