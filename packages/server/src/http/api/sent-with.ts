import { chooseLanguage } from '@galley/contract/identity/choose-language'
import type { Language } from '@galley/contract/identity/languages'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Settings } from '../../platform/config.ts'
import type { Browser, Sender, Sent, Upload } from '../../platform/operation.ts'
import { discardRest } from '../bodies/discard-rest.ts'
import { deviceSecretOf, readSessionCookie } from './session-cookie.ts'

/** What a call gets from the headers, the connection and the cookies of its request. */
export function sentWith(settings: Settings, request: FastifyRequest, reply: FastifyReply): Sent {
  const { headers, method, url } = request
  return {
    sender: new RequestSender(settings, request),
    target: `${method} ${url}`,
    ifMatch: headers['if-match'],
    ifNoneMatch: headers['if-none-match'],
    idempotencyKey: headers['idempotency-key']?.toString(),
    onReplay: () => void reply.header('idempotency-replayed', 'true'),
    accept: headers.accept,
    lastEventId: headers['last-event-id']?.toString(),
    upload: uploadOf(request),
  }
}

/** Most operations need little of it, so each part is read when it is needed. */
class RequestSender implements Sender {
  readonly #settings: Settings
  readonly #request: FastifyRequest

  constructor(settings: Settings, request: FastifyRequest) {
    this.#settings = settings
    this.#request = request
  }

  get address(): string {
    return this.#request.clientAddress
  }

  get userAgent(): string | undefined {
    return this.#request.headers['user-agent']
  }

  /** The language in which the reader sees the site, chosen as its pages do. */
  get language(): Language {
    const { cookies, headers } = this.#request
    return chooseLanguage(cookies['lang'], this.#settings.site.language ?? headers['accept-language'])
  }

  get browser(): Browser {
    return {
      sessionSecret: readSessionCookie(this.#settings, this.#request),
      deviceSecret: deviceSecretOf(this.#settings, this.#request),
    }
  }

  readonly isGone = (): boolean => this.#request.raw.socket.destroyed

  waits(): void {
    this.#request.raw.socket.setTimeout(0)
  }
}

const uploadOf = ({ raw }: FastifyRequest): Upload => ({
  form: raw,
  contentType: raw.headers['content-type'],
  contentLength: raw.headers['content-length'] === undefined ? undefined : Number(raw.headers['content-length']),
  discardRest: () => discardRest(raw),
})
