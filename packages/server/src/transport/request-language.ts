import { chooseLanguage, type Language } from '@galley/contract/accounts/languages'
import type { FastifyRequest } from 'fastify'
import type { Settings } from '../config.ts'

/** The language in which the reader sees the site, chosen as its pages do. */
export function requestLanguage({ site }: Settings, { cookies, headers }: FastifyRequest): Language {
  return chooseLanguage(cookies['lang'], site.language ?? headers['accept-language'])
}
