import sax, { type Tag } from 'sax'
import type { Archive } from '../archive/archive.ts'
import { ArchiveError } from '../problems/problem.ts'
import type { WxrChannel, WxrItem } from './wxr-item.ts'

const XML_MAX_BYTES = 8 * 1024 ** 3
/** A text with all its HTML; a longer one is not a post. */
const TEXT_MAX_CHARACTERS = 8_000_000
const MOST_LEVELS = 200
const MOST_TERMS = 1000

interface Open {
  fields: Record<string, string>
  terms: { domain: string; slug: string; name: string }[]
  meta: Map<string, string>
  length: number
  isTooLong: boolean
}

/**
 * Reads a WXR file item by item, so that its size does not matter. The parser is lenient: an element that is not closed ends
 * with its item. It knows no DTD, so entities that a file defines are not expanded.
 */
export async function* readWxr(archive: Archive, path: string): AsyncGenerator<WxrItem, WxrChannel> {
  const reader = new WxrReader()
  let decoder: ReturnType<typeof decoderFor> | undefined
  for await (const chunk of archive.stream(path, XML_MAX_BYTES)) {
    decoder ??= decoderFor(chunk)
    yield* reader.write(decoder.decode(chunk, { stream: true }))
  }
  yield* reader.end()
  return reader.channel
}

class WxrReader {
  readonly #parser = sax.parser(false, { lowercase: true })
  readonly #open: string[] = []
  #items: WxrItem[] = []
  #item: Open | undefined
  #text = ''
  #term: { domain: string; slug: string } | undefined
  #metaKey = ''
  #link: string | undefined
  #isRss = false
  #isComplete = false

  constructor() {
    const parser = this.#parser
    parser.onopentag = node => this.#onOpen(node as Tag)
    parser.onclosetag = name => this.#onClose(name)
    parser.ontext = text => this.#onText(text)
    parser.oncdata = text => this.#onText(text)
    // An error inside an item; what follows is read.
    parser.onerror = () => void parser.resume()
  }

  get channel(): WxrChannel {
    return { link: this.#link, isComplete: this.#isComplete }
  }

  *write(chunk: string): Generator<WxrItem> {
    this.#parser.write(chunk)
    yield* this.#take()
  }

  *end(): Generator<WxrItem> {
    this.#parser.close()
    yield* this.#take()
    if (!this.#isRss) throw new ArchiveError({ code: 'not_of_wordpress' })
  }

  #take(): WxrItem[] {
    const items = this.#items
    this.#items = []
    return items
  }

  #onOpen({ name, attributes }: Tag): void {
    this.#open.push(name)
    if (this.#open.length > MOST_LEVELS) throw new ArchiveError({ code: 'xml_nested_too_deep' })
    if (name === 'rss') this.#isRss = true
    if (name === 'item') this.#item = { fields: {}, terms: [], meta: new Map(), length: 0, isTooLong: false }
    this.#text = ''
    if (name === 'category') {
      this.#term = { domain: String(attributes['domain'] ?? ''), slug: String(attributes['nicename'] ?? '') }
    }
  }

  #onText(text: string): void {
    const item = this.#item
    if (item === undefined) {
      if (this.#open.at(-1) === 'link') this.#text += text.slice(0, 1000)
      return
    }
    item.length += text.length
    if (item.length > TEXT_MAX_CHARACTERS) item.isTooLong = true
    else this.#text += text
  }

  #onClose(name: string): void {
    this.#open.pop()
    const text = this.#text
    this.#text = ''
    const item = this.#item
    if (item === undefined) {
      if (name === 'rss') this.#isComplete = true
      if (name === 'link' && this.#open.at(-1) === 'channel') this.#link ??= text.trim()
      return
    }
    if (name === 'item') {
      this.#items.push(item)
      this.#item = undefined
    } else if (name === 'category' && this.#term !== undefined) {
      if (item.terms.length < MOST_TERMS) item.terms.push({ ...this.#term, name: text.trim() })
    } else if (name === 'wp:meta_key') this.#metaKey = text.trim()
    else if (name === 'wp:meta_value') item.meta.set(this.#metaKey, text)
    // Comments have fields of their own, which are not imported.
    else if (this.#open.at(-1) === 'item') item.fields[name] = text
  }
}

/** The decoder for an XML file that begins with these bytes: by its byte order mark, its declaration, or UTF-8. */
export function decoderFor(start: Uint8Array): InstanceType<typeof TextDecoder> {
  const label = markedEncoding(start) ?? declaredEncoding(start) ?? 'utf-8'
  try {
    return new TextDecoder(label)
  } catch {
    throw new ArchiveError({ code: 'encoding_unknown', values: { encoding: label } })
  }
}

function markedEncoding([first, second, third]: Uint8Array): string | undefined {
  if (first === 0xef && second === 0xbb && third === 0xbf) return 'utf-8'
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  return first === 0xfe && second === 0xff ? 'utf-16be' : undefined
}

function declaredEncoding(start: Uint8Array): string | undefined {
  const text = new TextDecoder('latin1').decode(start.subarray(0, 200))
  return /^\s*<\?xml[^>]*\sencoding\s*=\s*["']([\w.:-]+)["']/i.exec(text)?.[1]
}
