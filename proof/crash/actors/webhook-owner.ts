import { WEBHOOKS } from '@galley/server/testing/webhooks'
import { Actor, type ActorContext } from './actor.ts'

const MOST = 6

/** Registers webhooks and deletes them. */
export class WebhookOwner extends Actor {
  readonly #token: string
  readonly #url: string
  /** Whether the webhook exists, by id; undefined while unknown. */
  readonly #webhooks = new Map<string, boolean | undefined>()
  #count = 0

  constructor(context: ActorContext, options: { token: string; url: string }) {
    super(context)
    this.#token = options.token
    this.#url = options.url
  }

  protected override async step(): Promise<void> {
    const present = [...this.#webhooks].filter(([, isThere]) => isThere !== false).map(([id]) => id)
    const credentials = { token: this.#token }
    if (present.length >= MOST) {
      const id = this.random.pick(present)
      const answer = await this.client.attempt('webhook deleted', credentials, client =>
        client.delete(`${WEBHOOKS}/${id}`),
      )
      const wasUnknown = this.#webhooks.get(id) === undefined
      if (answer === undefined) this.#webhooks.set(id, undefined)
      else if (this.expect(answer, 200, ...(wasUnknown ? [404] : []))) this.#webhooks.set(id, false)
      return
    }
    const headers = { 'idempotency-key': `webhook ${this.#count++}` }
    const body = { url: this.#url, event_types: ['post.created'] }
    const answer = await this.client.retryUntilAnswered('webhook registered', credentials, client =>
      client.post(WEBHOOKS, body, { headers }),
    )
    if (this.expect(answer, 201)) this.#webhooks.set(answer.body.id, true)
  }

  protected override async audit(): Promise<void> {
    const { body } = await this.client.read({ token: this.#token }, client => client.get(WEBHOOKS))
    const listed = new Set<string>(body.webhooks.map(({ id }: { id: string }) => id))
    for (const [id, isThere] of this.#webhooks) {
      const fits = isThere === undefined || isThere === listed.has(id)
      this.record.check('webhooks exist until they are deleted', fits, () => `${id}: ${!isThere}`)
    }
    const unknown = [...listed].filter(id => !this.#webhooks.has(id))
    this.record.check('no webhook exists that was not registered', unknown.length === 0, () => unknown.join(', '))
  }
}
