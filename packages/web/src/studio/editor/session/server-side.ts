import { ApiError, type ChangePost, type Post, type Versioned } from '@galley/client'
import { client } from '../../client.ts'
import type { Base } from '../../copies/copy-store.ts'
import { bodyOf, changedFields, type Draft, draftOf, EMPTY_DRAFT, pickFields } from '../../copies/draft.ts'

/** What the server has of a post, and the requests that change it. */
export class ServerSide {
  #base: Base | undefined
  /** Fields that the server has tidied after they were sent, as they were sent: that is no change of the author's. */
  #tidied: Partial<Draft> = {}
  #creation: Draft | undefined

  constructor(base: Base | undefined, creation: Draft | undefined) {
    this.#base = base
    this.#creation = creation
  }

  /** Undefined before the post exists there. */
  get base(): Base | undefined {
    return this.#base
  }

  /** What a request said that creates the post and has not been answered. */
  get creation(): Draft | undefined {
    return this.#creation
  }

  /** The fields that it does not have as they are now. */
  unsent(draft: Draft): Partial<Draft> {
    return pickFields(draft, changedFields({ ...(this.#base?.draft ?? EMPTY_DRAFT), ...this.#tidied }, draft))
  }

  /** From now on this is what it has. */
  adopt({ value, etag }: Versioned<Post>, sent?: Draft): void {
    this.#base = { draft: draftOf(value), etag }
    this.#tidied = sent ? pickFields(sent, changedFields(sent, this.#base.draft)) : {}
  }

  /** The post is no more: the next request makes a new one. */
  forget(): void {
    this.#base = undefined
    this.#tidied = {}
    this.#creation = undefined
  }

  /** `keep` puts on the disk what is about to be said: whatever breaks then, the same request is repeated. */
  async create(key: string, draft: Draft, keep: () => Promise<unknown>): Promise<Post> {
    this.#creation ??= draft
    const sent = this.#creation
    await keep()
    const { id } = await client.posts.create(bodyOf(sent), { idempotencyKey: key }).catch(error => {
      // Refused means that nothing was stored, so the next try may say something else.
      if (error instanceof ApiError && error.status < 500) this.#creation = undefined
      throw error
    })
    const version = await client.posts.readVersion(id)
    this.adopt(version, sent)
    this.#creation = undefined
    return version.value
  }

  async change(id: string, body: ChangePost, sent: Draft): Promise<Post> {
    const version = await client.posts.changeVersion(id, body, { ifMatch: this.#base!.etag })
    this.adopt(version, sent)
    return version.value
  }
}
