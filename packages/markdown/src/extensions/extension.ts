import type { MarkdownIt } from 'markdown-it'
import type { AllowedAttribute, Transformer } from 'sanitize-html'

/** What the sanitiser must allow for an extension. All other markup of the extension is removed. */
export interface Allowed {
  readonly tags?: readonly string[]
  /** By tag. */
  readonly attributes?: Readonly<Record<string, readonly AllowedAttribute[]>>
  /** By tag. */
  readonly classes?: Readonly<Record<string, readonly string[]>>
  /** By tag: ids of this form stay; links to them are unchanged. */
  readonly ids?: Readonly<Record<string, RegExp>>
  /** By tag: replaces the attributes, also of tags in the author's own HTML. */
  readonly transforms?: Readonly<Record<string, Transformer>>
}

/** One addition to Markdown: rules for the parser, and the allowed HTML. */
export interface Extension {
  readonly plugin: (markdown: MarkdownIt) => void
  readonly allows?: Allowed
}
