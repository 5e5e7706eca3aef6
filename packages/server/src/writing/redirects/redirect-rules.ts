import { REDIRECT_PATH_MAX_CHARACTERS } from '@galley/contract/limits'

/**
 * The form in which paths are stored and compared: decoded, without a slash at the end. Undefined for what is not a
 * path.
 */
export function normalPath(given: string): string | undefined {
  if (given.length > 9 * REDIRECT_PATH_MAX_CHARACTERS) return undefined
  let path: string
  try {
    path = decodeURIComponent(given)
  } catch {
    return undefined
  }
  const normal = path.normalize('NFC').replace(/\/+$/, '')
  const isPath =
    /^\/[^/\\]/.test(normal) &&
    normal.length <= REDIRECT_PATH_MAX_CHARACTERS &&
    normal.isWellFormed() &&
    !/\p{Cc}|\\|\/\/|(^|\/)\.{1,2}(\/|$)/u.test(normal)
  return isPath ? normal : undefined
}
