import { sql } from 'kysely'
import { inLanes } from '../support/in-lanes.ts'
import { Actor, type Stage } from './actor.ts'
import type { Installation } from './installation.ts'

const PASSWORD = 'correct horse battery'
const SESSION = '/api/v1/session'

/** People who sign up, log in and log out. */
export class Newcomers extends Actor {
  readonly #installation: Installation
  readonly #usernames: string[] = []
  readonly #open: string[] = []
  readonly #ended: string[] = []
  #count = 0

  constructor(stage: Stage, options: { installation: Installation }) {
    super(stage)
    this.#installation = options.installation
  }

  protected override async step(): Promise<void> {
    const roll = this.random.below(10)
    const cookie = roll < 4 ? this.#open.pop() : undefined
    if (cookie !== undefined) return this.#logOut(cookie)
    if (roll < 7 && this.#usernames.length > 0) return this.#logIn(this.random.pick(this.#usernames))
    const username = `newcomer_${this.#count++}`
    const body = { username, email: `${username}@example.com`, password: PASSWORD }
    const answer = await this.line.attempt('sign-up', {}, client => client.post('/api/v1/signup', body))
    if (answer === undefined || !this.expect(answer, 201)) return
    this.#usernames.push(username)
    this.#open.push(sessionOf(answer.headers))
  }

  async #logIn(login: string): Promise<void> {
    const body = { login, password: PASSWORD }
    const answer = await this.line.attempt('log-in', {}, client => client.post(SESSION, body))
    if (answer !== undefined && this.expect(answer, 200)) this.#open.push(sessionOf(answer.headers))
  }

  /** Without an answer, nobody knows whether the session still works; it is left alone. */
  async #logOut(cookie: string): Promise<void> {
    const answer = await this.line.attempt('log-out', { cookie }, client => client.delete(SESSION))
    if (answer !== undefined && this.expect(answer, 200)) this.#ended.push(cookie)
  }

  protected override async audit(everything: boolean): Promise<void> {
    const last = everything ? 0 : -5
    const statusOf = async (cookie: string) =>
      (await this.line.ask({ cookie }, client => client.get('/api/v1/me'))).status
    await inLanes(this.#open.slice(last), async cookie => {
      this.ledger.check('sessions that were begun go on', (await statusOf(cookie)) === 200, () => cookie)
    })
    await inLanes(this.#ended.slice(last), async cookie => {
      this.ledger.check('sessions that were ended stay ended', (await statusOf(cookie)) === 401, () => cookie)
    })
    const { rows } = await this.#installation.look(db =>
      sql<{ username: string }>`select username from users where username = any(${this.#usernames})`.execute(db),
    )
    const lost = this.#usernames.length - rows.length
    this.ledger.check('nobody who signed up is forgotten', lost === 0, () => `${lost} people`)
  }
}

function sessionOf(headers: Headers): string {
  return headers.getSetCookie()[0]?.split(';')[0] ?? ''
}
