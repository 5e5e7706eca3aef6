import { timingSafeEqual } from 'node:crypto'
import { isUuid } from '../../platform/core/ids.ts'
import type { SecretBox } from '../../platform/core/secret-box.ts'

/** The secret part of a preview link: the id of the link, signed. */
export const previewToken = (secretBox: SecretBox, id: string): string => `${id}.${signature(secretBox, id)}`

/** The id of the link; undefined if the signature is wrong. A forged token never reaches the database. */
export function readPreviewToken(secretBox: SecretBox, token: string): string | undefined {
  const [id = '', signed = '', ...rest] = token.split('.')
  if (rest.length > 0 || !isUuid(id)) return undefined
  const expected = Buffer.from(signature(secretBox, id))
  const given = Buffer.from(signed)
  return given.length === expected.length && timingSafeEqual(given, expected) ? id : undefined
}

const signature = (secretBox: SecretBox, id: string) => secretBox.token(`preview link ${id}`)
