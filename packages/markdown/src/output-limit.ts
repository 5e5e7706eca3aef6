/**
 * No page is longer than this, however long its text is. A text of 1,000,000 Japanese characters, the most that a post may
 * have, makes 3 MB. Every copy of a page costs this much again: in the database, in caches, on the way to each reader.
 */
const HTML_MAX_BYTES = 4 * 1024 * 1024

/**
 * A short text makes a short page. Ordinary Markdown grows two- or threefold, task lists and code that is coloured word
 * by word up to about tenfold. What grows more repeats itself, such as a long link address that is used by name.
 */
const GROWTH_MAX = 10
const GROWTH_FLOOR_BYTES = 64 * 1024

/**
 * Opening and closing tags count alike, so this is about 50,000 elements. A table of 1,000 rows and 20 columns has 22,000;
 * browsers become slow somewhere above 50,000.
 */
const TAGS_MAX = 100_000

/** A block has two tags and up to five tokens, so a text with more tokens has more tags than are allowed, or soon will. */
export const BLOCK_TOKENS_MAX = 2.5 * TAGS_MAX

/** The rendered page would be too large; its text is shown plain instead. */
export class OutputTooLargeError extends Error {
  override readonly name = 'OutputTooLargeError'
}

/** Counts what is rendered of one text while it is rendered, so that nothing large is ever put together. */
export class OutputLimit {
  readonly #maxBytes: number
  #bytes = 0
  #tags = 0

  constructor(content: string) {
    this.#maxBytes = Math.min(HTML_MAX_BYTES, GROWTH_FLOOR_BYTES + GROWTH_MAX * Buffer.byteLength(content))
  }

  /** Adds the HTML of one token. In rendered text "<" is escaped, so every one that is left begins a tag. */
  add(html: string): void {
    this.#bytes += Buffer.byteLength(html)
    for (let at = html.indexOf('<'); at !== -1; at = html.indexOf('<', at + 1)) this.#tags++
    if (this.#bytes > this.#maxBytes || this.#tags > TAGS_MAX) throw new OutputTooLargeError('the page is too large')
  }

  /** The finished page is measured once more: the sanitiser adds attributes and closing tags, headings get ids. */
  check(html: string): void {
    if (Buffer.byteLength(html) > this.#maxBytes) throw new OutputTooLargeError('the page is too large')
  }
}
