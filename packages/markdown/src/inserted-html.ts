/**
 * Our own HTML that is put into a page after it was sanitised. Until then, a name stands for it that authors cannot guess,
 * so that they cannot insert a part where it does not belong.
 */
export class InsertedHtml {
  // Not `randomUUID`, which exists in browsers on secure pages only.
  readonly #name = `x${crypto.getRandomValues(new BigUint64Array(2)).join('x')}x`
  readonly #parts: string[] = []

  /** Returns the name that stands for the HTML. */
  add(html: string): string {
    return `${this.#name}${this.#parts.push(html) - 1}x`
  }

  insertInto(sanitised: string): string {
    if (this.#parts.length === 0) return sanitised
    return sanitised.replaceAll(
      new RegExp(`${this.#name}(\\d+)x`, 'g'),
      (_, index: string) => this.#parts[Number(index)] ?? '',
    )
  }
}
