import type { FastifyRequest } from 'fastify'

/** The token of `Authorization: Bearer …`; empty if there is none after the word, undefined for any other header. */
export function readBearer({ headers }: FastifyRequest): string | undefined {
  const match = /^bearer(?:\s+(.*))?$/i.exec(headers.authorization ?? '')
  return match === null ? undefined : (match[1]?.trim() ?? '')
}
