import assert from 'node:assert/strict'
import { type Draft, EMPTY_DRAFT } from '../../../src/studio/drafts/draft.ts'

export const TRACKED = ['content', 'title', 'tags'] as const
export type TrackedField = (typeof TRACKED)[number]

type IsStored = (field: TrackedField, value: string) => boolean

export const valueIn = (draft: Draft, field: TrackedField): string => String(draft[field])

/**
 * What the author wrote. Every value is written once, and each knows the value that was shown before. So a value is kept if
 * it is stored, or if a stored value was written in its place later.
 */
export class AuthorValues {
  /** The last value of each field, by the key of the session. */
  readonly #last = new Map<string, Map<TrackedField, string>>()
  readonly #replaced = new Map<string, string>()
  readonly #writers = new Map<string, string>()
  /** The author was warned, or chose another value. */
  readonly #given = new Set<string>()
  readonly #chosen = new Set<string>()

  write(key: string, field: TrackedField, value: string, shownBefore: string): void {
    this.#replaced.set(value, shownBefore)
    this.#writers.set(value, key)
    const last = this.#last.get(key) ?? new Map<TrackedField, string>()
    this.#last.set(key, last.set(field, value))
  }

  /** The key of the session that wrote a value. */
  writerOf = (value: string): string | undefined => this.#writers.get(value)

  /** The session wrote a value without an edit, for example a title that is derived from the text. */
  addWriter(value: string, key: string): void {
    if (!this.#writers.has(value)) this.#writers.set(value, key)
  }

  /** The author goes back to an earlier draft on purpose. */
  choose(draft: Draft): void {
    for (const field of TRACKED) this.#chosen.add(valueIn(draft, field))
  }

  /** The author discards a draft although it cannot be set aside. */
  giveUp(draft: Draft): void {
    for (const field of TRACKED) {
      for (const value of this.#withReplaced(valueIn(draft, field))) this.#given.add(value)
    }
  }

  /** A session ended with text that was stored nowhere. What was stored at that moment must stay. */
  fallBack(key: string, isStored: IsStored): void {
    for (const [field, value] of this.#last.get(key) ?? []) {
      const kept = this.#withReplaced(value).find(earlier => isStored(field, earlier))
      if (kept === undefined || isInitial(field, kept)) this.#last.get(key)!.delete(field)
      else this.#last.get(key)!.set(field, kept)
    }
  }

  /** The last value of every session is stored, or a stored value was written in its place. */
  assertKept(stored: Readonly<Record<TrackedField, readonly string[]>>): void {
    for (const last of this.#last.values()) {
      for (const [field, value] of last) {
        const isKept = stored[field].some(found => this.#withReplaced(found).includes(value))
        assert.ok(isKept || this.#given.has(value), `lost ${field}: ${value}`)
      }
    }
  }

  /** A post never goes back to a value that the author has replaced, unless the author chose it. */
  assertNoReturn(field: TrackedField, values: readonly string[]): void {
    for (const [index, value] of values.entries()) {
      const before = values[index - 1]
      if (before === undefined || before === value || this.#chosen.has(value)) continue
      assert.ok(!this.#withReplaced(before).includes(value), `${field} went back from ${before} to ${value}`)
    }
  }

  /** A value, then the one that it replaced, and so on. */
  #withReplaced(value: string): string[] {
    const replaced = this.#replaced.get(value)
    return replaced === undefined ? [value] : [value, ...this.#withReplaced(replaced)]
  }
}

const isInitial = (field: TrackedField, value: string): boolean => value === valueIn(EMPTY_DRAFT, field)
