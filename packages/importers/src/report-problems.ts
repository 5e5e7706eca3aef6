import type { Problem } from './imported-post.ts'

const MOST_PER_POST = 30

/** Collects what was not taken over of one post, each message once. */
export class Report {
  readonly #messages = new Set<string>()

  add(message: string): void {
    if (this.#messages.size < MOST_PER_POST) this.#messages.add(message)
  }

  get problems(): Problem[] {
    return [...this.#messages].map(message => ({ message }))
  }
}
