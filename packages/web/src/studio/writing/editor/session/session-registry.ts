import type { SessionEvent } from '../saving/saving-events.ts'
import { type Address, openSession } from './open-session.ts'
import type { PostSession } from './post-session.ts'
import type { SessionServices } from './services.ts'

/** A reference to a session: resolves when it is open, and can be released. */
export interface SessionHandle {
  readonly session: Promise<PostSession>
  readonly leave: () => void
}

interface Entry {
  readonly address: Address
  readonly opening: Promise<PostSession>
  session: PostSession | undefined
  users: number
}

/**
 * All sessions of this page. A session that was left stays until its text is stored. If the post is reopened before that,
 * the same session is used, so that a post never has two sessions.
 */
export class SessionRegistry {
  readonly #services: SessionServices
  readonly #entries = new Set<Entry>()
  /** The ids of posts that were created, by the key in their first address, which stays in the browser's history. */
  readonly #created = new Map<string, string>()

  constructor(services: SessionServices) {
    this.#services = services
  }

  open(asked: Address): SessionHandle {
    const created = asked.id === 'new' ? this.#created.get(asked.draftKey ?? '') : undefined
    const address = created === undefined ? asked : { ...asked, id: created }
    const entry = this.#find(address) ?? this.#begin(address)
    entry.users++
    if (entry.users === 1) entry.session?.dispatch({ type: 'reopened' })
    let isLeft = false
    const leave = () => {
      if (isLeft) return
      isLeft = true
      entry.users--
      if (entry.users === 0) entry.session?.dispatch({ type: 'closed' })
    }
    return { session: entry.opening, leave }
  }

  /** Sends an event to every session. */
  dispatch(event: SessionEvent): void {
    for (const { session } of this.#entries) session?.dispatch(event)
  }

  get hasUnstoredText(): boolean {
    return [...this.#entries].some(({ session }) => session?.hasUnstoredText)
  }

  #find({ userId, id, draftKey }: Address): Entry | undefined {
    return [...this.#entries].find(({ address, session }) => {
      if (address.userId !== userId) return false
      if (session) return session.isAt(id, draftKey)
      return address.id === id && address.draftKey === draftKey && (id !== 'new' || draftKey !== null)
    })
  }

  #begin(address: Address): Entry {
    const opening = openSession(this.#services, address, ({ key, postId }) => {
      this.#entries.delete(entry)
      if (postId !== undefined) this.#created.set(key, postId)
    })
    const entry: Entry = { address, opening, session: undefined, users: 0 }
    this.#entries.add(entry)
    opening.then(
      session => {
        entry.session = session
        if (entry.users === 0) session.dispatch({ type: 'closed' })
      },
      () => this.#entries.delete(entry),
    )
    return entry
  }
}
