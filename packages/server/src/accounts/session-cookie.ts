import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Settings } from '../config.ts'
import { SESSION_DAYS } from './session-store.ts'

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

export function clearSessionCookie(settings: Settings, reply: FastifyReply): void {
  reply.clearCookie(sessionCookieName(settings), attributes(settings))
}
