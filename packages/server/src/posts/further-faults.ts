import type { AppContext } from '../context.ts'
import { type FieldFault, notFound } from '../core/errors.ts'
import { isUuid } from '../core/ids.ts'
import { requireMatch } from '../core/request-headers.ts'
import { judge, judgeNew } from './post-rules.ts'
import { findPost, findPostByExternalId } from './post-store.ts'
import { beginningFaults, externalIdFaults } from './put-post.ts'
import type { Wish } from './writing.ts'

// For a request whose form is wrong already: what else the rules have against it. Nothing will be written, so nothing is locked.

export async function changeFaults(
  { db, clock }: AppContext,
  authorId: string,
  id: string,
  { input, ifMatch }: Wish,
): Promise<readonly FieldFault[]> {
  const before = isUuid(id) ? await findPost(db, authorId, id) : undefined
  if (before === undefined) throw notFound('Post')
  requireMatch(ifMatch, before)
  return judge(before, input, clock.now()).faults
}

export async function putFaults(
  { db, clock }: AppContext,
  authorId: string,
  externalId: string,
  { input }: Wish,
): Promise<readonly FieldFault[]> {
  const idFaults = externalIdFaults(externalId)
  const before = idFaults.length === 0 ? await findPostByExternalId(db, authorId, externalId) : undefined
  if (before !== undefined) return judge(before, input, clock.now()).faults
  return [...idFaults, ...beginningFaults(input), ...judgeNew(input, clock.now()).faults]
}
