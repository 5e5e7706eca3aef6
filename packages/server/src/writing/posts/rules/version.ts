import { AppError } from '../../../platform/core/errors.ts'

interface Versioned {
  readonly id: string
  readonly version: number
}

/** The ETag of a version. It includes the id, because another post may later have the same path. */
export const etagOf = ({ id, version }: Versioned): string => `"${id.slice(-12)}.${version}"`

/** Throws unless the client's version is the current one. A client without `If-Match` accepts any. */
export function requireMatch(ifMatch: string | undefined, present: Versioned | undefined): void {
  if (ifMatch === undefined) return
  const known = ifMatch.split(',').map(tag => tag.trim())
  if (present !== undefined && (known.includes('*') || known.includes(etagOf(present)))) return
  throw new AppError(
    'PRECONDITION_FAILED',
    'The post has changed since you read it. Read it again, then repeat the change.',
  )
}
