import { parse as parseToml } from 'smol-toml'
import { parse as parseYaml, type Tags } from 'yaml'
import { FileError } from '../problems/problem.ts'
import { COMMENT_MARK } from './dialects/dialect.ts'

export interface MarkdownFile {
  /** Undefined if the file has no front matter. */
  readonly fields: Readonly<Record<string, unknown>> | undefined
  readonly text: string
}

const YAML = /^---[ \t]*\n([\s\S]*?)(?:^|\n)---[ \t]*(?:\n|$)/
const TOML = /^\+\+\+[ \t]*\n([\s\S]*?)(?:^|\n)\+\+\+[ \t]*(?:\n|$)/

/** Front matter in YAML (`---`), TOML (`+++`) or JSON (`{`), as Jekyll, Hugo, Zenn, Qiita and dev.to have it. */
export function splitFrontMatter(given: string): MarkdownFile {
  // A text in JSON can have them as escapes.
  const file = given.replaceAll('\r\n', '\n').replaceAll(COMMENT_MARK, '')
  const yaml = YAML.exec(file)
  if (yaml !== null) return { fields: read(yaml[1] ?? '', parseFields), text: rest(file, yaml[0]) }
  const toml = TOML.exec(file)
  if (toml !== null) return { fields: read(toml[1] ?? '', parseToml), text: rest(file, toml[0]) }
  const end = /^\{\s*\n/.test(file) ? file.indexOf('\n}\n') : -1
  if (end !== -1) return { fields: read(file.slice(0, end + 2), JSON.parse), text: rest(file, file.slice(0, end + 3)) }
  return { fields: undefined, text: rest(file, '') }
}

const rest = (file: string, head: string): string => file.slice(head.length).replace(/^\n+/, '').trimEnd()

/** Only data: no dates, no types of its own, and few repetitions of aliases. Numbers are texts: 3.10 is not 3.1. */
const parseFields = (yaml: string): unknown =>
  parseYaml(yaml, { maxAliasCount: 20, logLevel: 'error', customTags: tags => tags.filter(tag => !isNumber(tag)) })

const isNumber = (tag: Tags[number]): boolean => /:(?:int|float)$/.test(typeof tag === 'string' ? tag : tag.tag)

function read(text: string, parse: (text: string) => unknown): Record<string, unknown> {
  let fields: unknown
  try {
    fields = parse(text)
  } catch (error) {
    const [line] = String(error instanceof Error ? error.message : error).split('\n')
    throw new FileError({ code: 'front_matter_unreadable', values: { error: line ?? '' } })
  }
  if (fields === null || fields === undefined) return {}
  if (typeof fields === 'object' && !Array.isArray(fields)) return fields as Record<string, unknown>
  throw new FileError({ code: 'front_matter_without_fields' })
}
