import type { SessionState } from './session-state.ts'

/** Holds what the pages show of a session, and tells them when it has changed. */
export class SessionStore {
  readonly #listeners = new Set<() => void>()
  #state: SessionState

  constructor(state: SessionState) {
    this.#state = state
  }

  get state(): SessionState {
    return this.#state
  }

  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** What stays the same disturbs nobody. */
  set(change: Partial<SessionState>): void {
    const names = Object.keys(change) as (keyof SessionState)[]
    if (names.every(name => this.#state[name] === change[name])) return
    this.#state = { ...this.#state, ...change }
    for (const listener of this.#listeners) listener()
  }
}
