import { ApiError, ConnectionError } from '@galley/client'
import type { StoredDraft } from '../../../src/studio/drafts/stored-draft.ts'
import { explainFailure } from '../../../src/studio/writing/editor/session/explain-failure.ts'
import type { PostSession } from '../../../src/studio/writing/editor/session/post-session.ts'
import type { PostApi, SessionServices } from '../../../src/studio/writing/editor/session/services.ts'
import { type SessionHandle, SessionRegistry } from '../../../src/studio/writing/editor/session/session-registry.ts'
import type { ModelDevice } from './model-device.ts'
import { failure, isRefusal, type ModelServer, noAnswer, type Outcome } from './model-server.ts'

/** A request without a response so far. */
export interface Pending {
  end(outcome: Outcome): void
}

/** The state that all tabs share. */
export interface World {
  readonly server: ModelServer
  readonly device: ModelDevice
  readonly pending: Pending[]
  /** Requests that seemed lost and arrive later. */
  readonly late: (() => void)[]
  readonly timers: Set<{ readonly time: number; readonly fire: () => void }>
  now: number
  keys: number
}

/** A tab with the real sessions of the studio; only network, storage and clock are simulated. */
export class ModelTab {
  readonly registry: SessionRegistry
  readonly listUnlocked: () => Promise<readonly StoredDraft[]>
  readonly #world: World
  readonly #holds = new Set<() => void>()
  /** All sessions that were opened in this tab, also those that were left. */
  readonly sessions = new Set<PostSession>()
  isAlive = true
  isOnline = true
  shown: PostSession | undefined
  #handle: SessionHandle | undefined

  constructor(world: World) {
    this.#world = world
    const services = this.#services()
    this.registry = new SessionRegistry(services)
    this.listUnlocked = () => services.drafts.listUnlocked('author')
  }

  open(id: string, draftKey: string | null): void {
    this.close()
    const handle = this.registry.open({ userId: 'author', id, draftKey, untitled: 'Untitled' })
    this.#handle = handle
    handle.session.then(
      session => {
        this.sessions.add(session)
        if (this.#handle === handle && this.isAlive) this.shown = session
      },
      () => {},
    )
  }

  close(): void {
    this.#handle?.leave()
    this.#handle = undefined
    this.shown = undefined
  }

  /** Ends the tab abruptly: none of its code runs any more. */
  kill(): void {
    this.isAlive = false
    this.shown = undefined
    for (const release of [...this.#holds]) release()
  }

  setOnline(isOnline: boolean): void {
    this.isOnline = isOnline
    this.registry.dispatch({ type: 'connection', isOnline })
  }

  #services(): SessionServices {
    const world = this.#world
    return {
      api: this.#api(),
      drafts: world.device.storeOf(this, this.#holds),
      clock: {
        now: () => world.now,
        wakeAt: (time, callback) => {
          const timer = { time, fire: () => this.isAlive && callback() }
          world.timers.add(timer)
          return () => world.timers.delete(timer)
        },
      },
      newKey: () => `key-${++world.keys}`,
      isOnline: () => this.isOnline,
      explain: error => {
        // Like the studio: without a response the tab counts as offline until the server responds again.
        const isNoAnswer = error instanceof ConnectionError || (error instanceof ApiError && error.status === 503)
        if (isNoAnswer) queueMicrotask(() => this.setOnline(false))
        return explainFailure(error, new Map())
      },
      onResponse: () => {},
      onDraftsChanged: () => {},
    }
  }

  #api(): PostApi {
    const { server } = this.#world
    return {
      find: externalId =>
        this.#request(() => {
          try {
            return server.find(externalId)
          } catch (error) {
            if (error instanceof ApiError && error.status === 412) return undefined
            throw error
          }
        }),
      create: (externalId, body) => this.#request(() => server.create(externalId, body)),
      read: id => this.#request(() => server.read(id)),
      change: (id, body, etag) => this.#request(() => server.change(id, body, etag)),
    }
  }

  #request<T>(work: () => T): Promise<T> {
    const { pending, late } = this.#world
    return new Promise((resolve, reject) => {
      const end = (outcome: Outcome): void => {
        pending.splice(pending.indexOf(entry), 1)
        if (isRefusal(outcome)) {
          this.#respond(() => reject(failure(outcome)))
          return
        }
        if (outcome === 'late') late.push(() => attempt(work))
        const result = outcome === 'answered' || outcome === 'answerLost' ? attempt(work) : undefined
        this.#respond(() => {
          if (outcome !== 'answered' || !result) reject(noAnswer())
          else if ('error' in result) reject(result.error)
          else resolve(result.value)
        })
      }
      const entry = { end }
      pending.push(entry)
    })
  }

  #respond(answer: () => void): void {
    if (this.isAlive) answer()
  }
}

function attempt<T>(work: () => T): { value: T } | { error: unknown } {
  try {
    return { value: work() }
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    return { error }
  }
}
