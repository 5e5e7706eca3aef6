import type { AppContext } from '../context.ts'
import type { Principal } from '../core/principal.ts'
import type { Tx } from '../db/database.ts'
import type { Announce } from '../db/transact.ts'
import type { PostInput } from './post-state.ts'
import type { ShownText } from './render-page.ts'

/** The transaction in which an author writes. */
export interface Writing {
  readonly context: AppContext
  readonly principal: Principal
  readonly trx: Tx
  readonly announce: Announce
  /** Has the page of a text rendered once the transaction has committed. */
  readonly renderLater: (text: ShownText) => void
}

/** What a request asks for. */
export interface Wish {
  readonly input: PostInput
  /** The version that the client believes to change. */
  readonly ifMatch: string | undefined
}
