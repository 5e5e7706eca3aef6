import sanitizeHtml, { type AllowedAttribute, type Attributes, type Transformer } from 'sanitize-html'
import type { Allowed } from '../extensions/extension.ts'
import { EXTENSIONS } from '../extensions.ts'
import { anchorHref } from './headings.ts'

export interface Size {
  readonly width: number
  readonly height: number
}

const words = (text: string): string[] => text.split(' ')

/** The tags and attributes that Markdown itself and authors' own HTML may use. */
const BASE: Allowed = {
  tags: [
    ...words('p br hr h1 h2 h3 h4 h5 h6 blockquote pre div section figure figcaption'),
    ...words('ul ol li dl dt dd details summary'),
    ...words('table caption thead tbody tfoot tr th td'),
    ...words('a img span code kbd samp var em strong b i u s del ins mark small'),
    ...words('sub sup abbr cite q dfn time wbr ruby rt rp bdi bdo'),
  ],
  attributes: {
    a: ['href', 'title', 'rel', 'id'],
    img: ['src', 'alt', 'title', 'width', 'height', 'loading', 'decoding'],
    li: ['value', 'id'],
    ol: ['start', 'reversed'],
    th: ['colspan', 'rowspan', 'scope'],
    td: ['colspan', 'rowspan'],
    details: ['open'],
    time: ['datetime'],
    abbr: ['title'],
    dfn: ['title'],
    span: ['lang', 'dir'],
    p: ['lang', 'dir'],
    blockquote: ['lang', 'dir'],
    q: ['lang', 'dir'],
    bdo: ['dir'],
  },
  classes: { img: ['sized', 'unsized'] },
}

const ALLOWED = [BASE, ...EXTENSIONS.flatMap(({ allows }) => allows ?? [])]

/** Merges the lists of all extensions by tag. */
function byTag<T>(
  lists: (allowed: Allowed) => Readonly<Record<string, readonly T[]>> | undefined,
): Record<string, T[]> {
  const joined: Record<string, T[]> = {}
  for (const [tag, list] of ALLOWED.flatMap(allowed => Object.entries(lists(allowed) ?? {}))) {
    joined[tag] = [...(joined[tag] ?? []), ...list]
  }
  return joined
}

const TAGS = ALLOWED.flatMap(({ tags = [] }) => tags)
const ATTRIBUTES = byTag<AllowedAttribute>(({ attributes }) => attributes)
const CLASSES = byTag<string>(({ classes }) => classes)
const IDS = ALLOWED.flatMap(({ ids = {} }) => Object.entries(ids))
const TRANSFORMS: Record<string, Transformer> = Object.assign({}, ...ALLOWED.map(({ transforms }) => transforms))

/** Allows only what is listed above or by an extension: no scripts, styles, handlers, frames or other schemes. */
export function sanitise(html: string, sizeOf: (src: string) => Size | undefined): string {
  return sanitizeHtml(html, {
    allowedTags: TAGS,
    allowedAttributes: ATTRIBUTES,
    allowedClasses: CLASSES,
    allowedSchemes: ['http', 'https', 'mailto'],
    allowedSchemesByTag: { img: ['http', 'https'] },
    allowProtocolRelative: false,
    enforceHtmlBoundary: false,
    nestingLimit: 100,
    parseStyleAttributes: false,
    transformTags: {
      ...TRANSFORMS,
      a: (tagName, attribs) => ({ tagName, attribs: linkAttributes(attribs) }),
      img: (tagName, attribs) => ({ tagName, attribs: imageAttributes(attribs, sizeOf) }),
      li: (tagName, attribs) => ({ tagName, attribs: withAllowedId(tagName, attribs) }),
    },
  })
}

/** An author's own ids would clash with those of the page around the text. */
function withAllowedId(tagName: string, { id = '', ...attribs }: Attributes): Attributes {
  const isAllowed = IDS.some(([tag, form]) => tag === tagName && form.test(id))
  return isAllowed ? { ...attribs, id } : attribs
}

const isLinkToAllowedId = (href: string): boolean => IDS.some(([, form]) => form.test(href.slice(1)))

/** Marks external links as user-generated for search engines; links within the page are resolved to its headings. */
function linkAttributes({ href, title, class: kind, id = '' }: Attributes): Attributes {
  const attributes = withAllowedId('a', {
    ...(title !== undefined && { title }),
    ...(kind !== undefined && { class: kind }),
    id,
  })
  if (href === undefined) return attributes
  if (href.startsWith('#')) return { ...attributes, href: isLinkToAllowedId(href) ? href : anchorHref(href) }
  const isExternal = /^\s*https?:/i.test(href)
  return { ...attributes, href, ...(isExternal && { rel: 'nofollow ugc noopener' }) }
}

/**
 * Sets the size of a picture if it is known, so that the layout does not shift; otherwise the styles must handle it. A picture
 * whose width the author wrote is shown in that width.
 */
function imageAttributes(
  { src = '', alt = '', title, width, height }: Attributes,
  sizeOf: (src: string) => Size | undefined,
) {
  const size = isLength(width)
    ? { width, ...heightFor(width, height, sizeOf(src)), class: 'sized' }
    : naturalSize(sizeOf(src))
  return { src, alt, ...(title !== undefined && { title }), ...size, loading: 'lazy', decoding: 'async' }
}

function naturalSize(known: Size | undefined): Attributes {
  return known === undefined ? { class: 'unsized' } : { width: `${known.width}`, height: `${known.height}` }
}

/** The height at which a picture keeps its proportions; if they are unknown, the written one. */
function heightFor(width: string, written: string | undefined, known: Size | undefined): Attributes {
  if (known === undefined) return isLength(written) ? { height: written } : {}
  return { height: `${Math.max(1, Math.round((known.height * Number(width)) / known.width))}` }
}

const isLength = (text: string | undefined): text is string => text !== undefined && /^[1-9]\d{0,4}$/.test(text)
