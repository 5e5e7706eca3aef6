import type { Page } from '@galley/markdown/page'
import type { AppContext } from '../context.ts'
import type { Principal } from '../core/principal.ts'
import type { Tx } from '../db/database.ts'
import type { Announce } from '../db/transact.ts'
import type { PostInput } from './post-state.ts'

/** A page that was made for a text before the transaction began; undefined if it was not done in time. */
export interface ReadyPage {
  readonly content: string
  readonly page: Page | undefined
}

/** The transaction in which an author writes. */
export interface Writing {
  readonly context: AppContext
  readonly principal: Principal
  readonly trx: Tx
  readonly announce: Announce
  /** The page of the text that this makes readable; null where it is not known yet whether there is one. */
  readonly ready: ReadyPage | null | 'rehearsal'
}

/** What a request asks for. */
export interface Wish {
  readonly input: PostInput
  /** The version that the client believes to change. */
  readonly ifMatch: string | undefined
}
