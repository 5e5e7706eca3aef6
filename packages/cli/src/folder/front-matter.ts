import { type Document, isMap, isScalar, isSeq, LineCounter, type Node, parseDocument, type YAMLError } from 'yaml'
import type { Fault } from './fault.ts'

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

export interface Entry {
  readonly value: unknown
  readonly line: number
}

export interface Mapping {
  readonly document: Document
  readonly entries: ReadonlyMap<string, Entry>
  readonly faults: readonly Fault[]
}

/**
 * More than all fields with their longest values need. The parser takes four times as long for twice as many fields, so
 * longer texts are refused.
 */
const YAML_MAX_CHARACTERS = 50_000

/** Parses a YAML mapping. `firstLine` is the line of the file at which the YAML begins. */
export function parseMapping(yaml: string, file: string, firstLine: number): Mapping {
  if (yaml.length > YAML_MAX_CHARACTERS) {
    const message = `The fields have ${yaml.length} characters; ${YAML_MAX_CHARACTERS} are allowed.`
    const fault = { file, line: firstLine, message, fix: 'Move the text behind the second "---" line.' }
    return { ...parseMapping('', file, firstLine), faults: [fault] }
  }
  const lineCounter = new LineCounter()
  const document = parseDocument(yaml, { lineCounter, prettyErrors: false })
  const lineOf = (offset: number | undefined): number => lineCounter.linePos(offset ?? 0).line + firstLine - 1
  const faults: Fault[] = document.errors.map(error => ({ file, line: lineOf(error.pos[0]), ...explain(error) }))
  const entries = new Map<string, Entry>()
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
      // What the parser makes of a faulty line is not what its author meant.
      if (faults.some(fault => fault.line === line)) continue
      try {
        entries.set(name, { value: valueIn(value as Node | null, document), line })
      } catch {
        // Aliases that multiply would fill the memory, so the parser refuses them.
        const message = 'This value is too large or refers to itself.'
        faults.push({ file, line, message, fix: 'Write it without & and *.' })
      }
    }
  } else if (contents !== null && faults.length === 0) {
    faults.push({
      file,
      line: firstLine,
      message: 'This is not a list of fields.',
      fix: 'Write lines like "title: My post".',
    })
  }
  return { document, entries, faults }
}

/** Numbers in a list, which are tags, are texts as they are written: 3.10 is not 3.1. */
function valueIn(node: Node | null, document: Document): unknown {
  const value = node?.toJS(document) ?? null
  if (!isSeq(node)) return value
  return node.items.map((item, index) =>
    isScalar(item) && typeof item.value === 'number' ? item.source : value[index],
  )
}

function explain({ code, message }: Pick<YAMLError, 'code' | 'message'>): Pick<Fault, 'message' | 'fix'> {
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
