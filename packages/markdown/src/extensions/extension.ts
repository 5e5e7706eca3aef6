import type { MarkdownIt } from 'markdown-it'
import type { AllowedAttribute, Transformer } from 'sanitize-html'

/** What an extension needs the sanitiser to let through. Everything else that it writes is removed again. */
export interface Allowed {
  readonly tags?: readonly string[]
  /** By tag. */
  readonly attributes?: Readonly<Record<string, readonly AllowedAttribute[]>>
  /** By tag. */
  readonly classes?: Readonly<Record<string, readonly string[]>>
  /** By tag: ids that have this form stay; links to them are left as they are. */
  readonly ids?: Readonly<Record<string, RegExp>>
  /** By tag: replaces the attributes, also of tags that an author wrote as HTML. */
  readonly transforms?: Readonly<Record<string, Transformer>>
}

/** One addition to Markdown: rules for the parser, and the HTML that they write. */
export interface Extension {
  readonly plugin: (markdown: MarkdownIt) => void
  readonly allows?: Allowed
}
