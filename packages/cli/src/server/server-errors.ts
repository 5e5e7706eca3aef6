import { ApiError, ConnectionError } from '@galley/client'
import { CliError } from '../cli-error.ts'
import { EXIT } from '../exit-codes.ts'

/** The message and exit code of an error that is not a bug; undefined for others. */
export function asCliError(error: unknown): CliError | undefined {
  if (error instanceof CliError) return error
  if (error instanceof ConnectionError) {
    return new CliError(error.message, {
      fix: 'Check the address and the connection, and run the command again.',
      exitCode: EXIT.unreachable,
    })
  }
  if (error instanceof ApiError) return ofResponse(error)
  return isSystemError(error) ? ofSystem(error) : undefined
}

type SystemError = NodeJS.ErrnoException & { readonly code: string }

/** Of the file system, about a file or folder of the user. */
const isSystemError = (error: unknown): error is SystemError =>
  error instanceof Error && 'syscall' in error && 'code' in error && ('path' in error || isFull(String(error.code)))

/** A write that fails for this reason does not say in which file. */
const isFull = (code: string): boolean => code === 'ENOSPC' || code === 'EDQUOT'

const REASONS: Record<string, string> = {
  EACCES: 'you are not permitted to use it',
  EPERM: 'you are not permitted to use it',
  EROFS: 'it can only be read',
  ENOSPC: 'there is no space left on the disk',
  EDQUOT: 'your disk quota is used up',
  ENAMETOOLONG: 'its name is too long',
  ENOTDIR: 'a part of its path is not a folder',
  EISDIR: 'it is a folder',
  ENOENT: 'it does not exist',
}

const ofSystem = ({ code, path = 'A file', message }: SystemError): CliError =>
  new CliError(`${path} cannot be opened or written: ${REASONS[code] ?? message}.`, {
    fix: `${isFull(code) ? 'Make room' : 'Check the file or folder'}, and run the command again.`,
  })

function ofResponse(error: ApiError): CliError {
  const { status, code, message, requestId } = error
  const about = `${message} (${code}${requestId === null ? '' : `, request ${requestId}`})`
  if (status === 401) return new CliError(about, { fix: 'Run gly login.', exitCode: EXIT.notAllowed })
  if (status === 403) return new CliError(about, { fix: permissionFix(code), exitCode: EXIT.notAllowed })
  // A proxy's response, or a server that is starting.
  if (status >= 500 || code.startsWith('HTTP_')) {
    const fix = 'Check the address of the server, or run the command again later.'
    return new CliError(about, { fix, exitCode: EXIT.unreachable })
  }
  if (status === 405 || (code === 'NOT_FOUND' && message.startsWith('There is nothing at /api/'))) {
    const fix = 'The server is older than this version of gly. Ask its operator to upgrade it, or install an older gly.'
    return new CliError(about, { fix })
  }
  const fields = error.fields.map(({ field, message }) => `${field}: ${message}`).join(' ')
  return new CliError(about, { fix: fields === '' ? undefined : fields })
}

function permissionFix(code: string): string | undefined {
  if (code === 'SCOPE_REQUIRED') return 'Run gly login again, and allow what the message names.'
  if (code === 'PLAN_REQUIRED') return 'Ask the operator of the server for a higher plan.'
  return undefined
}
