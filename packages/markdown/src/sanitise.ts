import sanitizeHtml, { type Attributes, type IOptions, type Tag } from 'sanitize-html'
import { anchorHref } from './headings.ts'
import { TOKEN_CLASSES } from './token-classes.ts'

export interface Size {
  readonly width: number
  readonly height: number
}

const TAGS = [
  ...[
    'p',
    'br',
    'hr',
    'h1',
    'h2',
    'h3',
    'h4',
    'h5',
    'h6',
    'blockquote',
    'pre',
    'div',
    'section',
    'figure',
    'figcaption',
  ],
  ...['ul', 'ol', 'li', 'dl', 'dt', 'dd', 'details', 'summary', 'label', 'input'],
  ...['table', 'caption', 'thead', 'tbody', 'tfoot', 'tr', 'th', 'td'],
  ...[
    'a',
    'img',
    'span',
    'code',
    'kbd',
    'samp',
    'var',
    'em',
    'strong',
    'b',
    'i',
    'u',
    's',
    'del',
    'ins',
    'mark',
    'small',
  ],
  ...['sub', 'sup', 'abbr', 'cite', 'q', 'dfn', 'time', 'wbr', 'ruby', 'rt', 'rp', 'bdi', 'bdo'],
]

const ATTRIBUTES: NonNullable<IOptions['allowedAttributes']> = {
  a: ['href', 'title', 'rel', 'id'],
  img: ['src', 'alt', 'title', 'width', 'height', 'loading', 'decoding'],
  div: ['data-code', 'data-language', { name: 'tabindex', values: ['0'] }],
  pre: [{ name: 'tabindex', values: ['0'] }],
  li: ['value', 'id'],
  ol: ['start', 'reversed'],
  th: ['colspan', 'rowspan', 'scope'],
  td: ['colspan', 'rowspan'],
  input: ['type', 'disabled', 'checked'],
  details: ['open'],
  time: ['datetime'],
  abbr: ['title'],
  dfn: ['title'],
  span: ['lang', 'dir'],
  p: ['lang', 'dir'],
  blockquote: ['lang', 'dir'],
  q: ['lang', 'dir'],
  bdo: ['dir'],
}

const CLASSES: NonNullable<IOptions['allowedClasses']> = {
  div: ['code'],
  span: [...TOKEN_CLASSES],
  li: ['task'],
  th: ['align-left', 'align-center', 'align-right'],
  td: ['align-left', 'align-center', 'align-right'],
  img: ['unsized'],
  section: ['footnotes'],
  sup: ['footnote'],
}

/** Nothing reaches a page but what is listed here: no scripts, no styles, no handlers, no frames, no foreign schemes. */
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
      a: (tagName, attribs) => ({ tagName, attribs: linkAttributes(attribs) }),
      img: (tagName, attribs) => ({ tagName, attribs: imageAttributes(attribs, sizeOf) }),
      input: (tagName, { checked }) => box(tagName, checked),
      li: (tagName, attribs) => ({ tagName, attribs: withId(attribs, /^fn-\d+$/) }),
    },
  })
}

/** Where a reader is sent by a stranger's word, search engines are told so; links within the page find its headings. */
function linkAttributes({ href, title, id = '' }: Attributes): Attributes {
  const attributes = { ...(title !== undefined && { title }), ...(/^fnref-\d+(-\d+)?$/.test(id) && { id }) }
  if (href === undefined) return attributes
  if (href.startsWith('#')) return { ...attributes, href: /^#fn(ref)?-[\d-]+$/.test(href) ? href : anchorHref(href) }
  const isExternal = /^\s*https?:/i.test(href)
  return { ...attributes, href, ...(isExternal && { rel: 'nofollow ugc noopener' }) }
}

/** A picture with a known size leaves room for itself; for one without, the page's styles have to. */
function imageAttributes(
  { src = '', alt = '', title, width, height }: Attributes,
  sizeOf: (src: string) => Size | undefined,
) {
  const written = isLength(width) && isLength(height) ? { width, height } : undefined
  const known = sizeOf(src)
  const size = written ?? (known && { width: `${known.width}`, height: `${known.height}` })
  return {
    src,
    alt,
    ...(title !== undefined && { title }),
    ...(size ?? { class: 'unsized' }),
    loading: 'lazy',
    decoding: 'async',
  }
}

const isLength = (text: string | undefined): text is string => text !== undefined && /^[1-9]\d{0,4}$/.test(text)

const box = (tagName: string, checked: string | undefined): Tag => ({
  tagName,
  attribs: { type: 'checkbox', disabled: '', ...(checked !== undefined && { checked: '' }) },
})

function withId({ id = '', ...attribs }: Attributes, pattern: RegExp): Attributes {
  return pattern.test(id) ? { ...attribs, id } : attribs
}
