import { errorCode, isDiskFull } from '../../core/errors.ts'

/** A start failure that the operator can fix; its message is shown as it is. */
export class DatabaseStartError extends Error {
  override readonly name = 'DatabaseStartError'
}

const REASONS: Record<string, string> = {
  EACCES: 'permission denied',
  EPERM: 'operation not permitted',
  EROFS: 'the file system is read-only',
  ENOTDIR: 'a part of the path is a file, not a folder',
  EEXIST: 'it is a file, not a folder',
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk quota is used up',
  ENAMETOOLONG: 'the path is too long',
  ELOOP: 'the path runs in a circle of links',
  EMFILE: 'too many open files',
}

/** The reason of a file system error in words; undefined for other errors. */
export function fileErrorReason(error: unknown): string | undefined {
  const code = errorCode(error) ?? ''
  return REASONS[code] && `${REASONS[code]} (${code})`
}

/** Turns a file system error into a message for the operator; other errors are returned unchanged. */
export function explainFileError(error: unknown, path: string): unknown {
  const reason = fileErrorReason(error)
  if (reason === undefined) return error
  const solution = isDiskFull(error)
    ? 'Make room there, or set DATA_DIR to a folder on another disk'
    : 'Give the user who starts Galley that folder, or set DATA_DIR to another one'
  return new DatabaseStartError(
    `Cannot keep the database in ${path}: ${reason}. ${solution}, or DATABASE_URL to your own PostgreSQL.`,
    { cause: error },
  )
}
