import type { Copy } from '../../../src/studio/copies/copy.ts'
import type { CopyStore } from '../../../src/studio/writing/editor/session/services.ts'

/** The storage of a browser, shared by its tabs. It can be made to fail. */
export class ModelDevice {
  readonly copies = new Map<string, Copy>()
  /** Which copy each copy was restored from. */
  readonly parents = new Map<string, string>()
  /** Copies that are outdated because writing them failed. */
  readonly outdated = new Set<string>()
  readonly #held = new Map<string, number>()
  isFailing = false

  /** The storage as one tab sees it; a killed tab writes nothing more. */
  storeOf(tab: { readonly isAlive: boolean }, holds: Set<() => void>): CopyStore {
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
      put: copy => work(copy.key, () => this.copies.set(copy.key, structuredClone(copy))),
      remove: key => work(key, () => this.copies.delete(key)),
      replace: (key, copy) => {
        // Recorded even if the write fails, because the session continues with the text anyway.
        this.parents.set(copy.key, key)
        return work(copy.key, () => {
          this.copies.delete(key)
          this.copies.set(copy.key, structuredClone(copy))
        })
      },
      listUnlocked: async () => {
        if (this.isFailing) throw new Error('the storage fails')
        const free = [...this.copies.values()].filter(copy => !this.#held.get(copy.key))
        return free.toSorted((one, other) => other.keptAt - one.keptAt)
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
