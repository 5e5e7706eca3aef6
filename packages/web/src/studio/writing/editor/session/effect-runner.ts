import type { Effect, SessionEvent } from '../saving/saving-events.ts'
import type { SessionServices } from './services.ts'

type ExternalEffect = Exclude<Effect, { type: 'show' | 'settle' | 'release' }>

/** Runs the effects that concern the server and the storage, and reports their results. */
export class EffectRunner {
  readonly #services: SessionServices
  readonly #report: (event: SessionEvent) => void
  /** Sequential, so that the last write wins. */
  #disk: Promise<unknown> = Promise.resolve()

  constructor(services: SessionServices, report: (event: SessionEvent) => void) {
    this.#services = services
    this.#report = report
  }

  run(effect: ExternalEffect): void {
    const { api, drafts, onDraftsChanged } = this.#services
    switch (effect.type) {
      case 'find':
        this.#request(api.find(effect.externalId), postId => ({ type: 'found', postId }))
        break
      case 'create':
        this.#request(api.create(effect.externalId, effect.body), post => ({ type: 'created', post }))
        break
      case 'read':
        this.#request(api.read(effect.postId), version => ({ type: 'read', version }))
        break
      case 'change':
        this.#request(api.change(effect.postId, effect.body, effect.etag), version => ({ type: 'changed', version }))
        break
      case 'store':
        this.#write(() => drafts.put(effect.stored))
        break
      case 'drop':
        this.#write(() => drafts.remove(effect.key))
        break
      case 'backUp':
        // Continues without storage, so that the author can still choose a version.
        this.#disk = this.#disk.then(() => drafts.put(effect.stored)).then(onDraftsChanged, onDraftsChanged)
        break
    }
  }

  #request<T>(response: Promise<T>, eventOf: (value: T) => SessionEvent): void {
    response.then(
      value => {
        this.#services.onResponse()
        this.#report(eventOf(value))
      },
      error => this.#report({ type: 'failed', failure: this.#services.explain(error) }),
    )
  }

  #write(work: () => Promise<void>): void {
    this.#disk = this.#disk.then(work).then(
      () => this.#report({ type: 'stored' }),
      () => this.#report({ type: 'storeFailed' }),
    )
  }
}
