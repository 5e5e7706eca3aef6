import { inLanes } from '../support/in-lanes.ts'
import { Actor, type Stage } from './actor.ts'

const NAMES = ['laptop', 'server', 'phone']
const TOKENS = '/api/v1/tokens'

interface Token {
  readonly id: string
  readonly raw: string
}

/** Issues tokens, re-issues them under the same name, and revokes them. */
export class TokenHolder extends Actor {
  readonly #cookie: string
  /** The token that works under each name; undefined while nobody knows, because the last wish had no answer. */
  readonly #live = new Map<string, Token | undefined>()
  /** Those that were replaced or revoked for certain. */
  readonly #dead: string[] = []
  /** Those that a request without an answer may have ended. */
  readonly #doubtful = new Map<string, string[]>()
  #count = 0

  constructor(stage: Stage, options: { cookie: string }) {
    super(stage)
    this.#cookie = options.cookie
  }

  protected override async step(): Promise<void> {
    const name = this.random.pick(NAMES)
    const live = this.#live.get(name)
    if (live !== undefined && this.random.chance(0.3)) return this.#revoke(name, live)
    return this.#issue(name)
  }

  async #issue(name: string): Promise<void> {
    const hasKey = this.random.chance(0.5)
    const headers: Record<string, string> = hasKey ? { 'idempotency-key': `token ${this.#count++}` } : {}
    const credentials = { cookie: this.#cookie }
    const answer = await this.line[hasKey ? 'insist' : 'attempt']('token issued', credentials, client =>
      client.post(TOKENS, { name }, { headers }),
    )
    if (answer === undefined) return this.#doubt(name)
    if (!this.expect(answer, 200)) return
    this.#bury(name)
    this.#live.set(name, { id: answer.body.id, raw: answer.body.token })
  }

  async #revoke(name: string, { id }: Token): Promise<void> {
    const answer = await this.line.attempt('token revoked', { cookie: this.#cookie }, client =>
      client.delete(`${TOKENS}/${id}`),
    )
    if (answer === undefined) return this.#doubt(name)
    if (this.expect(answer, 200)) this.#bury(name)
  }

  #doubt(name: string): void {
    const live = this.#live.get(name)
    if (live !== undefined) this.#doubtful.set(name, [...(this.#doubtful.get(name) ?? []), live.raw])
    this.#live.delete(name)
  }

  /** Whatever stood under this name before works no more. */
  #bury(name: string): void {
    const live = this.#live.get(name)
    this.#dead.push(...(this.#doubtful.get(name) ?? []), ...(live === undefined ? [] : [live.raw]))
    this.#doubtful.delete(name)
    this.#live.delete(name)
  }

  protected override async audit(everything: boolean): Promise<void> {
    for (const [name, token] of this.#live) {
      if (token === undefined) continue
      const { status } = await this.#use(token.raw)
      this.ledger.check('tokens that were issued work', status === 200, () => `${name}: ${status}`)
    }
    await inLanes(this.#dead.slice(everything ? 0 : -5), async raw => {
      const { status, body } = await this.#use(raw)
      const isDead = status === 401 && body.error.code === 'TOKEN_REVOKED'
      this.ledger.check('tokens that were revoked or replaced do not', isDead, () => `${status}`)
    })
    await this.#auditNames()
  }

  #use(token: string) {
    return this.line.ask({ token }, client => client.get('/api/v1/me'))
  }

  async #auditNames(): Promise<void> {
    const { body } = await this.line.ask({ cookie: this.#cookie }, client => client.get(TOKENS))
    const live: string[] = body.tokens.flatMap((token: { name: string; revoked_at: string | null }) =>
      token.revoked_at === null ? [token.name] : [],
    )
    this.ledger.check('one live token for each name', new Set(live).size === live.length, () => live.join(', '))
  }
}
