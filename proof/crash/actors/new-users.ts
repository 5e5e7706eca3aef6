import { inParallel } from '@galley/server/testing/in-parallel'
import { sql } from 'kysely'
import type { Installation } from '../installation.ts'
import { Actor, type ActorContext } from './actor.ts'

const PASSWORD = 'correct horse battery'
const SESSION = '/api/v1/session'

/** Signs up accounts, logs in and logs out. */
export class NewUsers extends Actor {
  readonly #installation: Installation
  readonly #usernames: string[] = []
  readonly #open: string[] = []
  readonly #ended: string[] = []
  #count = 0

  constructor(context: ActorContext, options: { installation: Installation }) {
    super(context)
    this.#installation = options.installation
  }

  protected override async step(): Promise<void> {
    const roll = this.random.below(10)
    const cookie = roll < 4 ? this.#open.pop() : undefined
    if (cookie !== undefined) return this.#logOut(cookie)
    if (roll < 7 && this.#usernames.length > 0) return this.#logIn(this.random.pick(this.#usernames))
    const username = `newcomer_${this.#count++}`
    const body = { username, email: `${username}@example.com`, password: PASSWORD }
    const answer = await this.client.attempt('sign-up', {}, client => client.post('/api/v1/signup', body))
    if (answer === undefined || !this.expect(answer, 201)) return
    this.#usernames.push(username)
    this.#open.push(sessionOf(answer.headers))
  }

  async #logIn(login: string): Promise<void> {
    const body = { login, password: PASSWORD }
    const answer = await this.client.attempt('log-in', {}, client => client.post(SESSION, body))
    if (answer !== undefined && this.expect(answer, 200)) this.#open.push(sessionOf(answer.headers))
  }

  /** Without a response it is unknown whether the session still works, so it is not used again. */
  async #logOut(cookie: string): Promise<void> {
    const answer = await this.client.attempt('log-out', { cookie }, client => client.delete(SESSION))
    if (answer !== undefined && this.expect(answer, 200)) this.#ended.push(cookie)
  }

  protected override async audit(everything: boolean): Promise<void> {
    const last = everything ? 0 : -5
    const statusOf = async (cookie: string) =>
      (await this.client.read({ cookie }, client => client.get('/api/v1/me'))).status
    await inParallel(this.#open.slice(last), async cookie => {
      this.record.check('started sessions work', (await statusOf(cookie)) === 200, () => cookie)
    })
    await inParallel(this.#ended.slice(last), async cookie => {
      this.record.check('ended sessions are refused', (await statusOf(cookie)) === 401, () => cookie)
    })
    const { rows } = await this.#installation.query(db =>
      sql<{ username: string }>`select username from users where username = any(${this.#usernames})`.execute(db),
    )
    const lost = this.#usernames.length - rows.length
    this.record.check('every account that signed up exists', lost === 0, () => `${lost} accounts are missing`)
  }
}

function sessionOf(headers: Headers): string {
  return headers.getSetCookie()[0]?.split(';')[0] ?? ''
}
