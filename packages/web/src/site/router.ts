import type { PageRequest } from './page-request.ts'
import type { SiteResponse } from './site-request.ts'

export type Params = Readonly<Record<string, string>>
export type Handler = (request: PageRequest, params: Params) => Promise<SiteResponse> | SiteResponse

export interface Route {
  readonly method: 'GET' | 'POST'
  readonly segments: readonly string[]
  readonly handler: Handler
}

/** For example `/@:username/:slug`: a segment may end with a parameter. A final `*` matches anything. */
export const get = (path: string, handler: Handler): Route => ({ method: 'GET', segments: split(path), handler })
export const post = (path: string, handler: Handler): Route => ({ method: 'POST', segments: split(path), handler })

export type Match =
  | { readonly handler: Handler; readonly params: Params }
  /** No page has this path, or none with this method. */
  | { readonly handler: undefined; readonly allowed: readonly string[] }

export function match(routes: readonly Route[], method: string, path: string): Match {
  const segments = split(path)
  const routeMethod = method === 'HEAD' ? 'GET' : method
  const allowed: string[] = []
  for (const route of routes) {
    const params = paramsOf(route.segments, segments)
    if (params === undefined) continue
    if (route.method === routeMethod) return { handler: route.handler, params }
    allowed.push(...(route.method === 'GET' ? ['GET', 'HEAD'] : ['POST']))
  }
  return { handler: undefined, allowed }
}

const split = (path: string) => path.split('/').slice(1)

function paramsOf(pattern: readonly string[], segments: readonly string[]): Params | undefined {
  const open = pattern.at(-1) === '*'
  if (open ? segments.length < pattern.length : segments.length !== pattern.length) return undefined
  const params: Record<string, string> = {}
  for (const [i, part] of pattern.entries()) {
    if (part === '*') break
    const [fixed = '', name] = part.split(':')
    const segment = segments[i] as string
    if (name === undefined) {
      if (segment !== fixed) return undefined
      continue
    }
    const value = decode(segment)
    if (value === undefined || !value.startsWith(fixed)) return undefined
    const rest = value.slice(fixed.length)
    // Malformed percent-encoding matches nothing.
    if (['', '.', '..'].includes(rest)) return undefined
    params[name] = rest
  }
  return params
}

function decode(segment: string): string | undefined {
  try {
    return decodeURIComponent(segment)
  } catch {
    return undefined
  }
}
