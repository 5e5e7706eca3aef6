import type { StoredDraft } from '../../../src/studio/drafts/stored-draft.ts'
import type { DraftStore } from '../../../src/studio/writing/editor/session/services.ts'

/** The storage of a browser, shared by its tabs. It can be made to fail. */
export class ModelDevice {
  readonly drafts = new Map<string, StoredDraft>()
  /** Which copy each copy was restored from. */
  readonly parents = new Map<string, string>()
  /** Copies that are outdated because writing them failed. */
  readonly outdated = new Set<string>()
  readonly #held = new Map<string, number>()
  isFailing = false

  /** The storage as one tab sees it; a killed tab writes nothing more. */
  storeOf(tab: { readonly isAlive: boolean }, holds: Set<() => void>): DraftStore {
    const work = async (key: string, change: () => void): Promise<void> => {
      if (!tab.isAlive) return new Promise(() => {})
      if (this.isFailing) {
        this.outdated.add(key)
        throw new Error('the storage fails')
      }
      this.outdated.delete(key)
      change()
    }
    return {
      put: stored => work(stored.key, () => this.drafts.set(stored.key, structuredClone(stored))),
      remove: key => work(key, () => this.drafts.delete(key)),
      replace: (key, stored) => {
        // Recorded even if the write fails, because the session continues with the text anyway.
        this.parents.set(stored.key, key)
        return work(stored.key, () => {
          this.drafts.delete(key)
          this.drafts.set(stored.key, structuredClone(stored))
        })
      },
      listUnlocked: async () => {
        if (this.isFailing) throw new Error('the storage fails')
        const free = [...this.drafts.values()].filter(stored => !this.#held.get(stored.key))
        return free.toSorted((one, other) => other.storedAt - one.storedAt)
      },
      lock: key => {
        this.#held.set(key, (this.#held.get(key) ?? 0) + 1)
        let isHeld = true
        const release = () => {
          if (isHeld) this.#held.set(key, this.#held.get(key)! - 1)
          isHeld = false
          holds.delete(release)
        }
        holds.add(release)
        return release
      },
    }
  }

  /** The key of a session, followed by the keys of the copies that it was restored from. */
  lineageOf(key: string): string[] {
    const parent = this.parents.get(key)
    return parent === undefined ? [key] : [key, ...this.lineageOf(parent)]
  }
}
