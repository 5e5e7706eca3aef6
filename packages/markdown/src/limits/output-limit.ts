/**
 * The maximum size of a page. A text of 1,000,000 Japanese characters, the maximum of a post, makes 3 MB. Each copy of a
 * page needs this space: in the database, in caches and in responses.
 */
const HTML_MAX_BYTES = 4 * 1024 * 1024

/**
 * The maximum growth of a page relative to its text. Ordinary Markdown grows two- or threefold, task lists and highlighted
 * code up to about tenfold. Larger growth comes from repetition, such as a long URL that is used by reference.
 */
const GROWTH_MAX = 10
const GROWTH_FLOOR_BYTES = 64 * 1024

/**
 * Opening and closing tags are both counted, so this allows about 150,000 elements. That is what the longest text of a post
 * needs: dialogues with 75,000 short lines, a table of 16,666 rows and 6 columns. More elements make browsers slow.
 */
const TAGS_MAX = 300_000

/** A block has two tags and up to five tokens, so a text with more tokens exceeds the limit of tags. */
export const BLOCK_TOKENS_MAX = 2.5 * TAGS_MAX

/** Thrown when the rendered page would be too large; its text is shown as plain paragraphs instead. */
export class OutputTooLargeError extends Error {
  override readonly name = 'OutputTooLargeError'
}

/** Counts the rendered output of one text during rendering, so that an oversized page is never assembled. */
export class OutputLimit {
  readonly #maxBytes: number
  #bytes = 0
  #tags = 0

  constructor(content: string) {
    this.#maxBytes = Math.min(HTML_MAX_BYTES, GROWTH_FLOOR_BYTES + GROWTH_MAX * Buffer.byteLength(content))
  }

  /** Adds the HTML of one token. "<" is escaped in text, so each remaining one starts a tag. */
  add(html: string): void {
    this.#bytes += Buffer.byteLength(html)
    for (let at = html.indexOf('<'); at !== -1; at = html.indexOf('<', at + 1)) this.#tags++
    if (this.#bytes > this.#maxBytes || this.#tags > TAGS_MAX) throw new OutputTooLargeError('the page is too large')
  }

  /** Checks the finished page again: the sanitiser adds attributes and closing tags, headings get ids. */
  check(html: string): void {
    if (Buffer.byteLength(html) > this.#maxBytes) throw new OutputTooLargeError('the page is too large')
  }
}
