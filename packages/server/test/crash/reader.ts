import { sql } from 'kysely'
import { PUBLIC, READER } from '../support/public.ts'
import { Actor, type Stage } from './actor.ts'
import type { Installation } from './installation.ts'

const DEEDS = { like: 'likes', save: 'saves', resonance: 'resonances' } as const
type Deed = keyof typeof DEEDS

/** Likes, saves, resonates and comments, and takes it back; looks around in public between. */
export class Reader extends Actor {
  readonly #token: string
  readonly #userId: string
  readonly #postIds: readonly string[]
  readonly #installation: Installation
  /** By deed and post: whether it stands; undefined while nobody knows. */
  readonly #stands = new Map<string, boolean | undefined>()
  /** By id: whether it is there; undefined while nobody knows. */
  readonly #comments = new Map<string, boolean | undefined>()
  #commentsUnheard = 0
  #count = 0

  constructor(
    stage: Stage,
    options: { token: string; userId: string; postIds: readonly string[]; installation: Installation },
  ) {
    super(stage)
    this.#token = options.token
    this.#userId = options.userId
    this.#postIds = options.postIds
    this.#installation = options.installation
  }

  protected override async step(): Promise<void> {
    const roll = this.random.below(10)
    if (roll < 2) return this.#lookAround()
    if (roll < 4) return this.#comment()
    const deed = this.random.pick(Object.keys(DEEDS) as Deed[])
    const postId = this.random.pick(this.#postIds)
    const wanted = this.random.chance(0.6)
    const path = `${READER}/posts/${postId}/${deed}`
    const answer = await this.line.attempt(`${deed} done or undone`, { token: this.#token }, client =>
      wanted ? client.put(path) : client.delete(path),
    )
    if (answer === undefined) this.#stands.set(`${deed} ${postId}`, undefined)
    else if (this.expect(answer, 200)) this.#stands.set(`${deed} ${postId}`, wanted)
  }

  async #comment(): Promise<void> {
    const present = [...this.#comments].filter(([, isThere]) => isThere).map(([id]) => id)
    if (present.length > 5) {
      const id = this.random.pick(present)
      const answer = await this.line.attempt('comment deleted', { token: this.#token }, client =>
        client.delete(`${READER}/comments/${id}`),
      )
      if (answer === undefined) this.#comments.set(id, undefined)
      else if (this.expect(answer, 200)) this.#comments.set(id, false)
      return
    }
    const path = `${READER}/posts/${this.random.pick(this.#postIds)}/comments`
    const content = `comment ${this.#count++}`
    const answer = await this.line.attempt('comment made', { token: this.#token }, client =>
      client.post(path, { content }),
    )
    if (answer === undefined) this.#commentsUnheard++
    else if (this.expect(answer, 201)) this.#comments.set(answer.body.id, true)
  }

  /** Public reads go on through every crash: an answer is whole, or there is none. */
  async #lookAround(): Promise<void> {
    const path = this.random.pick([
      '/posts',
      '/posts?sort=popular',
      `/posts/${this.random.pick(this.#postIds)}`,
      '/ranking',
    ])
    const answer = await this.line.attempt('public read', {}, client => client.get(PUBLIC + path))
    // Before the first refresh there is no ranking.
    if (answer !== undefined) this.expect(answer, 200)
  }

  protected override async audit(): Promise<void> {
    const { deeds, comments } = await this.#installation.snapshot(async trx => ({
      deeds: await sql<{ deed: string }>`
        select 'like ' || post_id as deed from likes where user_id = ${this.#userId}
        union all select 'save ' || post_id from saves where user_id = ${this.#userId}
        union all select 'resonance ' || post_id from resonances where user_id = ${this.#userId}`.execute(trx),
      comments: await sql<{ id: string }>`
        select id from comments where user_id = ${this.#userId} and deleted_at is null`.execute(trx),
    }))
    const done = new Set(deeds.rows.map(({ deed }) => deed))
    for (const [deed, stands] of this.#stands) {
      const fits = stands === undefined || stands === done.has(deed)
      this.ledger.check('deeds stand as they were answered', fits, () => `${deed}: ${!stands}`)
    }
    const present = new Set(comments.rows.map(({ id }) => id))
    for (const [id, isThere] of this.#comments) {
      const fits = isThere === undefined || isThere === present.has(id)
      this.ledger.check('comments stand as they were answered', fits, () => `${id}: ${!isThere}`)
    }
    const untold = [...present].filter(id => !this.#comments.has(id)).length
    this.ledger.check('no comment is made up', untold <= this.#commentsUnheard, () => `${untold}`)
  }
}
