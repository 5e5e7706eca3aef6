import { EXCERPT_MAX_CHARACTERS } from '@galley/contract/limits'
import { excerptOf as excerptOfText } from '@galley/markdown/excerpt'
import { freePart } from './free-part.ts'

/** Plain text from the beginning of a post, and of a paid one from its free part alone. */
export function excerptOf(content: string, isPaid: boolean): string {
  return excerptOfText(freePart(content, isPaid) ?? '', EXCERPT_MAX_CHARACTERS)
}
