/** Fields of responses that may contain the address of an image. */
const URL_FIELDS = new Set(['url', 'thumbnail_url', 'cover_image_url', 'avatar_url'])
const IMAGE_KEY = /^\/posts\/[0-9a-f-]{36}\/(?:[0-9a-f-]{36}\/thumbnail-)?[0-9a-f-]{36}\.(?:jpg|png|gif|webp)(?=$|[?#])/

/**
 * The addresses below which this site has served its images, now and earlier. What an author wrote stays as it is; what
 * is shown has the current address.
 */
export class MediaAddresses {
  readonly #current: string
  readonly #others: readonly string[]

  constructor(current: string, known: readonly string[]) {
    this.#current = current
    this.#others = known.filter(address => address !== current)
  }

  /** The hosts of earlier addresses. */
  earlierHosts(): string[] {
    return this.#others.flatMap(address => URL.parse(address)?.host ?? [])
  }

  /** The current address of one of our images; any other address unchanged. */
  shown(url: string): string {
    const base = this.#others.find(other => hasPrefix(url, other) && IMAGE_KEY.test(url.slice(other.length)))
    return base === undefined ? url : this.#current + url.slice(base.length)
  }

  /** The storage path of one of our images, under any address; undefined for other addresses. */
  keyOf(url: string): string | undefined {
    const base = [this.#current, ...this.#others].find(
      each => hasPrefix(url, each) && IMAGE_KEY.test(url.slice(each.length)),
    )
    return base === undefined ? undefined : url.slice(base.length + 1).replace(/[?#].*$/s, '')
  }

  /** A response of the API with current addresses in its URL fields and its HTML. `content` is not changed. */
  inResponse<T>(response: T): T {
    return this.#others.length === 0 ? response : (this.#replaced(response) as T)
  }

  #replaced(value: unknown): unknown {
    if (Array.isArray(value)) return value.map(entry => this.#replaced(entry))
    if (typeof value !== 'object' || value === null || Object.getPrototypeOf(value) !== Object.prototype) return value
    return Object.fromEntries(Object.entries(value).map(([name, field]) => [name, this.#field(name, field)]))
  }

  #field(name: string, value: unknown): unknown {
    if (typeof value !== 'string') return this.#replaced(value)
    if (URL_FIELDS.has(name)) return this.shown(value)
    return name === 'html' ? this.#inHtml(value) : value
  }

  /** In HTML of our own renderer, `<` and `>` are only in tags, so code that is shown as text is not changed. */
  #inHtml(html: string): string {
    if (!html.includes('/posts/')) return html
    return html.replaceAll(/<(?:img|a)\s[^>]*>/g, tag =>
      tag.replaceAll(/(\s(?:src|href)=")([^"]*)/g, (_, name: string, url: string) => name + this.shown(url)),
    )
  }
}

/** Hosts are case-insensitive. */
const hasPrefix = (url: string, prefix: string): boolean =>
  url.slice(0, prefix.length).toLowerCase() === prefix.toLowerCase()
