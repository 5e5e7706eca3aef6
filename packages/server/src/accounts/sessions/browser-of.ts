import type { FastifyRequest } from 'fastify'
import type { Settings } from '../../config.ts'
import { requestLanguage } from '../../transport/request-language.ts'
import { deviceHash } from './devices.ts'
import { deviceSecretOf, readSessionCookie } from './session-cookie.ts'

/** What a new session has to know about the browser of the request. */
export const browserOf = (settings: Settings, request: FastifyRequest) => ({
  formerSecret: readSessionCookie(settings, request),
  deviceSecret: deviceSecretOf(settings, request),
  userAgent: request.headers['user-agent'],
  language: requestLanguage(settings, request),
  device: deviceHash(request.headers['user-agent'], request.clientAddress),
})
