import { parse as parseToml } from 'smol-toml'
import {
  type Document,
  isMap,
  isScalar,
  isSeq,
  LineCounter,
  type Node,
  parseDocument,
  type Tags,
  type YAMLError,
} from 'yaml'
import { FileError } from '../problems/problem.ts'
import { COMMENT_MARK } from './dialects/dialect.ts'

/** A file's two parts. */
export interface SplitFile {
  /** The YAML between the two `---` lines; undefined if there is none. */
  readonly yaml: string | undefined
  readonly content: string
  /** The line at which the content begins. */
  readonly contentLine: number
}

const FRONT_MATTER = /^---[ \t]*\n([\s\S]*?\n|)---[ \t]*(?:\n|$)/

/**
 * Splits a file. One empty line after the front matter and the last line end are not part of the content, so that any
 * content can be written to a file and read back unchanged.
 */
export function splitFile(text: string): SplitFile {
  const matched = FRONT_MATTER.exec(text)
  const head = matched?.[0] ?? ''
  const rest = text.slice(head.length)
  const body = rest.startsWith('\n') ? rest.slice(1) : rest
  return {
    yaml: matched?.[1],
    content: body.endsWith('\n') ? body.slice(0, -1) : body,
    contentLine: lineCount(head) + 1 + (body.length < rest.length ? 1 : 0),
  }
}

export const joinFile = (yaml: string, content: string): string => `---\n${yaml}---\n\n${content}\n`

/** The first line shows whether a file has Windows line ends. In other files, they are part of the content. */
export function normalText(text: string): string {
  const plain = text.startsWith('\uFEFF') ? text.slice(1) : text
  return /^.*\r\n/.test(plain) ? plain.replaceAll('\r\n', '\n') : plain
}

const lineCount = (text: string): number => text.split('\n').length - 1

export interface Mapping {
  /** With its comments, for changes. */
  readonly document: Document
  readonly entries: ReadonlyMap<string, { readonly value: unknown; readonly line: number }>
  readonly errors: readonly { readonly line: number; readonly message: string; readonly fix: string }[]
}

/**
 * More than all fields with their longest values need. The parser takes four times as long for twice as many fields, so
 * longer texts are rejected.
 */
const YAML_MAX_CHARACTERS = 50_000

/** Parses a YAML mapping. `firstLine` is the line of the file at which the YAML begins. */
export function parseMapping(yaml: string, firstLine: number, { numbersAsTexts = false } = {}): Mapping {
  if (yaml.length > YAML_MAX_CHARACTERS) {
    const message = `The fields have ${yaml.length} characters; ${YAML_MAX_CHARACTERS} are allowed.`
    const error = { line: firstLine, message, fix: 'Move the text behind the second "---" line.' }
    return { ...parseMapping('', firstLine), errors: [error] }
  }
  const lineCounter = new LineCounter()
  const customTags = numbersAsTexts ? (tags: Tags) => tags.filter(tag => !isNumber(tag)) : null
  const document = parseDocument(yaml, { lineCounter, prettyErrors: false, customTags, logLevel: 'error' })
  const lineOf = (offset: number | undefined): number => lineCounter.linePos(offset ?? 0).line + firstLine - 1
  const errors = document.errors.map(error => ({ line: lineOf(error.pos[0]), ...explain(error) }))
  const entries = new Map<string, { value: unknown; line: number }>()
  const { contents } = document
  if (isMap(contents)) {
    // The library writes an empty line before a comment of the document, but not before one of the mapping.
    if (document.comment && yaml[contents.range?.[2] ?? 0] === '#') {
      contents.comment = document.comment
      document.comment = null
    }
    for (const { key, value } of contents.items) {
      const name = isScalar(key) ? String(key.value) : String(key)
      const line = lineOf((key as Node | null)?.range?.[0])
      // What the parser makes of a line with an error is not what its author meant.
      if (errors.some(error => error.line === line)) continue
      try {
        entries.set(name, { value: valueIn(value as Node | null, document), line })
      } catch {
        // Aliases that multiply would fill the memory, so the parser rejects them.
        const message = 'This value is too large or refers to itself.'
        errors.push({ line, message, fix: 'Write it without & and *.' })
      }
    }
  } else if (contents !== null && errors.length === 0) {
    const message = 'This is not a list of fields.'
    errors.push({ line: firstLine, message, fix: 'Write lines like "title: My post".' })
  }
  return { document, entries, errors }
}

const isNumber = (tag: Tags[number]): boolean => /:(?:int|float)$/.test(typeof tag === 'string' ? tag : tag.tag)

/** Numbers in a list, which are tags, are texts as they are written: 3.10 is not 3.1. */
function valueIn(node: Node | null, document: Document): unknown {
  const value = node?.toJS(document) ?? null
  if (!isSeq(node)) return value
  return node.items.map((item, index) =>
    isScalar(item) && typeof item.value === 'number' ? item.source : value[index],
  )
}

function explain({ code, message }: Pick<YAMLError, 'code' | 'message'>): { message: string; fix: string } {
  if (code === 'RESOURCE_EXHAUSTION')
    return { message: 'The brackets are nested too deeply.', fix: 'Remove some of them.' }
  if (code === 'BLOCK_AS_IMPLICIT_KEY')
    return { message: 'This value contains a colon that is followed by a space.', fix: 'Put quotes around the value.' }
  return { message: `This is not valid YAML: ${message}`, fix: yamlFix(code) }
}

function yamlFix(code: string): string {
  if (code === 'DUPLICATE_KEY') return 'Remove one of the two lines.'
  if (code === 'TAB_AS_INDENT') return 'Indent with spaces.'
  return 'Put quotes around a value that contains a colon, a quote or a #.'
}

export interface MarkdownFile {
  /** Undefined if the file has no front matter. */
  readonly fields: Readonly<Record<string, unknown>> | undefined
  readonly text: string
}

const TOML = /^\+\+\+[ \t]*\n([\s\S]*?)(?:^|\n)\+\+\+[ \t]*(?:\n|$)/

/**
 * A file of another program, with front matter in YAML (`---`), TOML (`+++`) or JSON (`{`), as Jekyll, Hugo, Zenn, Qiita and
 * dev.to have it. Numbers of YAML are texts, also in titles.
 */
export function readMarkdownFile(given: string): MarkdownFile {
  // A text in JSON can have them as escapes.
  const file = given.replaceAll('\r\n', '\n').replaceAll(COMMENT_MARK, '')
  const [head, yaml] = FRONT_MATTER.exec(file) ?? []
  if (yaml !== undefined) return { fields: fieldsOfYaml(yaml), text: rest(file, head) }
  const [tomlHead, toml] = TOML.exec(file) ?? []
  if (toml !== undefined) return { fields: read(toml, parseToml), text: rest(file, tomlHead) }
  const end = /^\{\s*\n/.test(file) ? file.indexOf('\n}\n') : -1
  if (end !== -1) return { fields: read(file.slice(0, end + 2), JSON.parse), text: rest(file, file.slice(0, end + 3)) }
  return { fields: undefined, text: rest(file) }
}

const rest = (file: string, head = ''): string => file.slice(head.length).replace(/^\n+/, '').trimEnd()

function fieldsOfYaml(yaml: string): Record<string, unknown> {
  const { entries, errors } = parseMapping(yaml, 2, { numbersAsTexts: true })
  const [error] = errors
  if (error !== undefined) throw unreadable(`line ${error.line}: ${error.message}`)
  return Object.fromEntries([...entries].map(([name, { value }]) => [name, value]))
}

function read(text: string, parse: (text: string) => unknown): Record<string, unknown> {
  let fields: unknown
  try {
    fields = parse(text)
  } catch (error) {
    throw unreadable(String(error instanceof Error ? error.message : error).split('\n')[0] ?? '')
  }
  if (typeof fields === 'object' && fields !== null && !Array.isArray(fields)) return fields as Record<string, unknown>
  throw new FileError({ code: 'front_matter_without_fields' })
}

const unreadable = (error: string) => new FileError({ code: 'front_matter_unreadable', values: { error } })
