import type { ThemeRegistration } from 'shiki/core'

/** The kinds of code tokens, and the TextMate scopes of each. The more specific scope wins. */
const SCOPES = {
  comment: ['comment', 'punctuation.definition.comment', 'string.comment'],
  string: ['string', 'punctuation.definition.string', 'constant.other.symbol', 'markup.inline.raw'],
  regexp: ['string.regexp', 'constant.character.escape'],
  number: ['constant.numeric', 'constant.language', 'constant.character', 'keyword.other.unit'],
  keyword: ['keyword', 'storage', 'variable.language', 'punctuation.definition.keyword', 'support.type.exception'],
  operator: ['keyword.operator', 'punctuation.separator', 'punctuation.accessor'],
  function: ['entity.name.function', 'support.function', 'meta.function-call.generic', 'entity.name.command'],
  type: ['entity.name.type', 'entity.name.class', 'support.type', 'support.class', 'entity.other.inherited-class'],
  property: ['support.type.property-name', 'meta.object-literal.key', 'variable.other.property', 'entity.name.label'],
  tag: ['entity.name.tag', 'punctuation.definition.tag'],
  attribute: ['entity.other.attribute-name', 'meta.attribute', 'entity.name.function.decorator', 'meta.decorator'],
  constant: ['constant.other', 'variable.other.constant', 'support.constant', 'entity.name.constant'],
  heading: ['markup.heading', 'entity.name.section', 'meta.diff.header'],
  inserted: ['markup.inserted', 'punctuation.definition.inserted'],
  deleted: ['markup.deleted', 'punctuation.definition.deleted', 'invalid'],
} as const

const KINDS = Object.keys(SCOPES) as readonly (keyof typeof SCOPES)[]
const PLAIN = '#000000'
const colourOf = (index: number) => `#0000${(index + 1).toString(16).padStart(2, '0')}`

/** A theme whose colours are only identifiers: each stands for a class that the style sheet colours. */
export const classTheme: ThemeRegistration = {
  name: 'classes',
  type: 'light',
  fg: PLAIN,
  bg: '#ffffff',
  settings: [
    { settings: { foreground: PLAIN, background: '#ffffff' } },
    ...KINDS.map((kind, index) => ({ scope: [...SCOPES[kind]], settings: { foreground: colourOf(index) } })),
  ],
}

/** `t-comment`, `t-string` and so on. */
export const TOKEN_CLASSES: readonly string[] = KINDS.map(kind => `t-${kind}`)

const CLASS_OF = new Map(KINDS.map((kind, index) => [colourOf(index), `t-${kind}`]))

export function classOf(colour: string | undefined): string | undefined {
  return CLASS_OF.get(colour?.toLowerCase() ?? '')
}
