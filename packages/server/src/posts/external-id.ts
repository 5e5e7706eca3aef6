import { invalid } from '../core/errors.ts'
import { brokenUniqueConstraint } from '../db/database.ts'

/** Another post of the author may have the name already; the unique index knows, whatever happens in parallel. */
export async function refuseTakenExternalId<T>(write: Promise<T>): Promise<T> {
  try {
    return await write
  } catch (error) {
    if (brokenUniqueConstraint(error) !== 'posts_external_id') throw error
    throw invalid({
      field: 'external_id',
      code: 'INVALID_VALUE',
      message: 'Another post of yours has this external id.',
    })
  }
}
