import type { FastifyRequest } from 'fastify'
import type { Settings } from '../platform/config.ts'
import { AppError } from '../platform/core/errors.ts'

/**
 * Keeps other sites from using a visitor's cookie (CSRF). Browsers send the origin with every unsafe request; a client
 * that sends neither header is not a browser.
 */
export function rejectCrossSite(settings: Settings, request: FastifyRequest): void {
  if (['GET', 'HEAD', 'OPTIONS'].includes(request.method)) return
  const { origin, host, 'sec-fetch-site': site } = request.headers
  const foreign = origin !== undefined && !isOurs(settings, origin, host)
  if (site !== 'cross-site' && !foreign) return
  throw new AppError('CROSS_SITE', 'Another site may not do this with your session. An API token works from anywhere.')
}

function isOurs(settings: Settings, origin: string, host: string | undefined): boolean {
  if (origin === settings.publicUrl.origin || settings.allowedOrigins.includes(origin)) return true
  // The same host under another name than PUBLIC_URL (127.0.0.1 for localhost): the browser sets both headers.
  return host !== undefined && URL.canParse(origin) && new URL(origin).host === host
}
