import type { Env, MarkdownIt, Token } from 'markdown-it'

/** Thrown when a text has more blocks than the limit. */
export class TooManyBlocksError extends Error {
  override readonly name = 'TooManyBlocksError'
}

/** For `env`: parsing throws a `TooManyBlocksError` once there are more block tokens than this. */
export const blockLimit = (tokens: number): Env => ({ maxBlockTokens: tokens })

/**
 * Counts block tokens during parsing. A few thousand characters can make 65,536 table cells, because rows that are too
 * short are filled up. Stopping early also avoids parsing the inline text of too many blocks, which takes most of the time.
 */
export function limitBlocks(markdown: MarkdownIt): void {
  markdown.block.State = class extends markdown.block.State {
    override push(type: string, tag: string, nesting: -1 | 0 | 1): Token {
      if (this.tokens.length >= Number(this.env['maxBlockTokens'] ?? Number.POSITIVE_INFINITY)) {
        throw new TooManyBlocksError('the text has too many blocks')
      }
      return super.push(type, tag, nesting)
    }
  }
}
