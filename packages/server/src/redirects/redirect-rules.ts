import { REDIRECT_PATH_MAX_CHARACTERS } from '@galley/contract/limits'

/** The form in which paths are stored and compared: decoded, without a slash at the end. Undefined for what is no path. */
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

const OWN =
  /^\/(?:@|(?:api|media|docs|assets|studio|healthz|readyz|metrics|login|signup|logout|device|preview|mcp|oauth|setup|search|following|saved|liked|ranking|categories|tags|site-logo|\.well-known)(?:\/|$))/i

/** Paths of the site itself never lead elsewhere. */
export const isOwnPath = (path: string): boolean => OWN.test(path)
