import { AppError } from '../../../platform/core/errors.ts'
import type { RevisionRow } from '../revision-store.ts'

/** Throws unless the client knows the pending revision. A client that names none accepts any. */
export function requirePending(known: string | undefined, pending: RevisionRow | undefined): void {
  if (known === undefined || known.toLowerCase() === (pending?.id ?? 'none')) return
  throw new AppError(
    'PRECONDITION_FAILED',
    'The pending changes are not those that you have read. Read them again, then repeat the change.',
  )
}
