import type { FastifyReply, FastifyRequest } from 'fastify'
import { DEVICE_DAYS } from '../../identity/accounts/sessions/devices.ts'
import { SESSION_DAYS } from '../../identity/accounts/sessions/session-store.ts'
import type { Settings } from '../../platform/config.ts'
import { newSecret } from '../../platform/core/credentials.ts'
import type { StartedSession } from '../../platform/operation.ts'

/** `__Host-` binds the cookie to this host and HTTPS; browsers accept the prefix only with `Secure`. */
export const sessionCookieName = (settings: Settings) =>
  isHttps(settings) ? '__Host-galley_session' : 'galley_session'
const isHttps = (settings: Settings) => settings.publicUrl.protocol === 'https:'

const attributes = (settings: Settings) =>
  ({ path: '/', httpOnly: true, sameSite: 'lax', secure: isHttps(settings) }) as const

export function readSessionCookie(settings: Settings, request: FastifyRequest): string | undefined {
  return request.cookies[sessionCookieName(settings)]
}

export function setSessionCookie(settings: Settings, reply: FastifyReply, secret: string): void {
  reply.setCookie(sessionCookieName(settings), secret, { ...attributes(settings), maxAge: SESSION_DAYS * 24 * 3600 })
}

/**
 * Marks a browser in which somebody has logged in before: there, wrong passwords that others try do not delay the
 * owner. It stays when the session ends.
 */
const deviceCookieName = (settings: Settings) => (isHttps(settings) ? '__Host-galley_device' : 'galley_device')

function readDeviceCookie(settings: Settings, request: FastifyRequest): string | undefined {
  return request.cookies[deviceCookieName(settings)]
}

/** Only browsers send this header. Other programs get no device cookie, because many keep only one. */
const isBrowser = ({ headers }: FastifyRequest) => headers['sec-fetch-site'] !== undefined

/** What the device cookie of this request says, or what that of the response will say. */
export const deviceSecretOf = (settings: Settings, request: FastifyRequest): string | undefined =>
  readDeviceCookie(settings, request) ?? (isBrowser(request) ? newSecret() : undefined)

/** The cookies of a new session. */
export function setLogInCookies(settings: Settings, reply: FastifyReply, started: StartedSession): void {
  setSessionCookie(settings, reply, started.secret)
  if (started.deviceSecret === undefined || !isBrowser(reply.request)) return
  const maxAge = DEVICE_DAYS * 24 * 3600
  reply.setCookie(deviceCookieName(settings), started.deviceSecret, { ...attributes(settings), maxAge })
}

export function clearSessionCookie(settings: Settings, reply: FastifyReply): void {
  reply.clearCookie(sessionCookieName(settings), attributes(settings))
}
