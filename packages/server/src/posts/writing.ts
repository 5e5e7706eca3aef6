import type { AppContext } from '../context.ts'
import type { Principal } from '../core/principal.ts'
import type { Tx } from '../db/database.ts'
import type { Announce } from '../db/transact.ts'
import type { PostInput } from './post-state.ts'

/** The transaction in which an author writes. */
export interface Writing {
  readonly context: AppContext
  readonly principal: Principal
  readonly trx: Tx
  readonly announce: Announce
}

/** What a request asks for. */
export interface Wish {
  readonly input: PostInput
  /** The version that the client believes to change. */
  readonly ifMatch: string | undefined
}
