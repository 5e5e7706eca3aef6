/**
 * Our own HTML that is put into a page after it was sanitised. Until then, a placeholder with a name that authors
 * cannot guess is in its place. A placeholder inside a tag is removed: HTML in an attribute that an author has opened
 * before it could add attributes.
 */
export class InsertedHtml {
  // Not `randomUUID`, which exists in browsers on secure pages only.
  readonly #name = `x${crypto.getRandomValues(new BigUint64Array(2)).join('x')}x`
  readonly #parts: string[] = []

  /** Returns the placeholder of the HTML. */
  add(html: string): string {
    return `${this.#name}${this.#parts.push(html) - 1}x`
  }

  insertInto(sanitised: string): string {
    if (this.#parts.length === 0) return sanitised
    const names = new RegExp(`${this.#name}\\d+x`, 'g')
    // The sanitiser escapes `<` and `>` in attributes, so a tag ends with the next `>`.
    return sanitised.replaceAll(new RegExp(`<[^>]*>|${this.#name}(\\d+)x`, 'g'), (found, index?: string) =>
      index === undefined ? found.replaceAll(names, '') : (this.#parts[Number(index)] ?? ''),
    )
  }
}
