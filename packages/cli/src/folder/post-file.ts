import { isUtf8 } from 'node:buffer'
import { readFile, stat } from 'node:fs/promises'
import { closest } from '@galley/contract/closest'
import {
  CONTENT_MAX_CHARACTERS,
  EXTERNAL_ID_MAX_CHARACTERS,
  PRICE_MIN_JPY,
  SHORT_CONTENT_MAX_CHARACTERS,
  TITLE_MAX_CHARACTERS,
} from '@galley/contract/limits'
import {
  ABSENT,
  FIELD_NAMES,
  FIELDS,
  type FieldName,
  type FieldValues,
  ID_KEY,
  READ_ONLY,
  SERIES_KEY,
} from '@galley/contract/writing/front-matter'
import { normalText, parseMapping, splitFile } from '@galley/importers/markdown/front-matter'
import { findReferences, type Reference } from '@galley/markdown/references'
import type { Document } from 'yaml'
import { characters, checkValue, missing, unstorable, type ValueError } from './check-value.ts'
import type { FileError } from './file-error.ts'

/** A Markdown file of the folder, as a post. */
export interface PostFile {
  /** The path below the project's folder, with `/`. */
  readonly path: string
  /** The whole file as it was read. */
  readonly text: string
  /** The name of the post on the server: `id` of the front matter, or the path. */
  readonly externalId: string
  /** Images are paths or addresses, as they are written. */
  readonly fields: FieldValues
  /** The slug or title of the post's series, if the file names one. */
  readonly series: string | undefined
  readonly content: string
  readonly references: readonly Reference[]
  /** The front matter as it is written; undefined if there is none. */
  readonly yaml: string | undefined
  /** The same with its comments, for changes. */
  readonly document: Document | undefined
  readonly lineOf: (field: string) => number
  /** The line of a place in the content. */
  readonly contentLineOf: (offset: number) => number
  readonly errors: readonly FileError[]
}

/** More than the longest text, four bytes per character, and its fields. Larger files are not read. */
const FILE_MAX_BYTES = 4 * CONTENT_MAX_CHARACTERS + 1_000_000

export async function readPostFile(absolute: string, path: string, prefix: string): Promise<PostFile> {
  const unreadable = (message: string, fix: string): PostFile => ({
    ...parsePostFile('---\ntitle: x\n---\n', path, prefix),
    errors: [{ file: path, line: 1, message, fix }],
  })
  const { size } = await stat(absolute)
  if (size > FILE_MAX_BYTES) {
    const megabytes = (size / 1_000_000).toFixed(1)
    return unreadable(`The file has ${megabytes} MB, which is too much for a post.`, 'Divide it into several posts.')
  }
  const bytes = await readFile(absolute)
  if (!isUtf8(bytes)) return unreadable('The file is not UTF-8 text.', 'Save it with the encoding UTF-8.')
  return parsePostFile(bytes.toString(), path, prefix)
}

/** Reads a file's text. All errors that need no other file are in the result. */
export function parsePostFile(given: string, path: string, prefix: string): PostFile {
  const text = normalText(given)
  const { yaml, content, contentLine } = splitFile(text)
  const errors: FileError[] = []
  const add = (line: number, error: ValueError): void => void errors.push({ file: path, line, ...error })
  const mapping = parseMapping(yaml ?? '', 2)
  const lineOf = (field: string): number => mapping.entries.get(field)?.line ?? 1
  if (/\p{Cc}/u.test(path)) add(1, CONTROL_CHARACTER)
  if (yaml === undefined) add(1, /^---[ \t]*\n/.test(text) ? NO_END : NO_FRONT_MATTER)
  else for (const { line, ...error } of mapping.errors) add(line, error)

  const wrong = new Set<string>()
  const values: Record<string, FieldValues[FieldName]> = { ...ABSENT }
  for (const [name, { value, line }] of mapping.entries) {
    if (name === ID_KEY || name === SERIES_KEY) continue
    if (!isField(name)) {
      add(line, unknownKey(name))
      continue
    }
    const checked = checkValue(name, FIELDS[name], value)
    if ('value' in checked) values[name] = checked.value
    else {
      wrong.add(name)
      add(line, checked)
    }
  }
  const series = mapping.entries.get(SERIES_KEY)
  for (const error of seriesErrors(series?.value, mapping.entries.has('series_id'))) {
    wrong.add(SERIES_KEY)
    add(lineOf(SERIES_KEY), error)
  }
  const named = typeof series?.value === 'string' ? series.value.trim() : undefined
  // A file that names a series is a part of it, without saying so twice.
  if (named !== undefined && !mapping.entries.has('post_type')) values['post_type'] = 'series_entry'
  const fields = values as FieldValues
  if (yaml !== undefined && mapping.errors.length === 0 && !mapping.entries.has('title')) add(1, missing('title'))

  const id = mapping.entries.get(ID_KEY)
  const externalId = id === undefined ? prefix + path.normalize('NFC') : String(id.value)
  for (const error of idErrors(id?.value, externalId)) add(lineOf(ID_KEY), error)
  for (const { field, needs, ...error } of ruleErrors(fields, named, content)) {
    // Rules are not applied to values that already have a error.
    if (!wrong.has(field) && !wrong.has(needs ?? field)) add(field === 'content' ? contentLine : lineOf(field), error)
  }

  return {
    path,
    text: given,
    externalId,
    fields,
    series: named,
    content,
    references: findReferences(content),
    yaml,
    document: yaml === undefined ? undefined : mapping.document,
    lineOf,
    contentLineOf: offset => contentLine + content.slice(0, offset).split('\n').length - 1,
    errors,
  }
}

const isField = (name: string): name is FieldName => Object.hasOwn(FIELDS, name)

const NO_FRONT_MATTER: ValueError = {
  message: 'The file has no front matter.',
  fix: 'Begin it with three lines: "---", "title: My post" and "---".',
}

const NO_END: ValueError = {
  message: 'The front matter has no end.',
  fix: 'Put a line "---" behind its last field.',
}

const CONTROL_CHARACTER: ValueError = {
  message: 'The file name contains a line end or another control character.',
  fix: 'Rename the file.',
}

function unknownKey(name: string): ValueError {
  const reason = Object.hasOwn(READ_ONLY, name) ? READ_ONLY[name] : undefined
  if (reason !== undefined) return { message: `${name} cannot be set in a file.`, fix: reason }
  const similar = closest(name, [...FIELD_NAMES, ID_KEY, SERIES_KEY])
  const fix =
    similar === undefined ? `Remove it, or use one of: ${FIELD_NAMES.join(', ')}.` : `Did you mean "${similar}"?`
  return { message: `"${name}" is not a field of a post.`, fix }
}

function idErrors(given: unknown, externalId: string): ValueError[] {
  if (given !== undefined && (typeof given !== 'string' || given.trim() === '')) {
    return [{ message: 'id must be text.', fix: 'Put it in quotes, such as id: "2027-01"' }]
  }
  if (externalId === '.' || externalId === '..') {
    return [{ message: `id cannot be "${externalId}".`, fix: 'Use a name with letters.' }]
  }
  if (characters(externalId) <= EXTERNAL_ID_MAX_CHARACTERS) return []
  const most = `${EXTERNAL_ID_MAX_CHARACTERS} characters`
  return given === undefined
    ? [{ message: `The path is longer than ${most}.`, fix: 'Add a line with a short "id: …", or use shorter names.' }]
    : [{ message: `id is longer than ${most}.`, fix: 'Shorten it.' }]
}

function seriesErrors(given: unknown, hasId: boolean): ValueError[] {
  if (given === undefined || given === null) return []
  if (typeof given !== 'string' || given.trim() === '') {
    return [{ message: 'series must be text.', fix: 'Write the name of a series, such as series: A year of rain' }]
  }
  if (hasId) return [{ message: 'A file has either series or series_id.', fix: 'Remove one of the two lines.' }]
  if (characters(given) > TITLE_MAX_CHARACTERS) {
    return [{ message: `series is longer than ${TITLE_MAX_CHARACTERS} characters.`, fix: 'Shorten it.' }]
  }
  const broken = unstorable('series', given)
  return broken === undefined ? [] : [broken]
}

interface RuleError extends ValueError {
  readonly field: string
  /** The other field of the rule. */
  readonly needs?: string
}

/** Rules about several fields. The server has the same. */
function* ruleErrors(fields: FieldValues, series: string | undefined, content: string): Generator<RuleError> {
  const { title, status, scheduled_for, post_type, is_paid, price_jpy, salon_only, salon_id } = fields
  if (typeof title === 'string' && title !== '' && title.trim() === '') yield { field: 'title', ...missing('title') }
  if (status === 'scheduled' && scheduled_for === null) {
    const fix = 'Add "scheduled_for: 2027-01-31T09:00:00+09:00".'
    yield { field: 'status', needs: 'scheduled_for', message: 'A scheduled post needs a time.', fix }
  }
  if (status !== 'scheduled' && scheduled_for !== null) {
    const message = `scheduled_for has no effect with status ${status}.`
    yield {
      field: 'scheduled_for',
      needs: 'status',
      message,
      fix: 'Write "status: scheduled", or remove scheduled_for.',
    }
  }
  if (is_paid === true && price_jpy === null) {
    const fix = `Add "price_jpy: 500"; at least ${PRICE_MIN_JPY}.`
    yield { field: 'is_paid', needs: 'price_jpy', message: 'A paid post needs a price.', fix }
  }
  if (is_paid === true && typeof price_jpy === 'number' && price_jpy < PRICE_MIN_JPY) {
    const message = `The minimum price is ${PRICE_MIN_JPY} yen.`
    yield { field: 'price_jpy', message, fix: `Write "price_jpy: ${PRICE_MIN_JPY}".` }
  }
  if (salon_only === true && salon_id === null) {
    const message = 'A post for a salon needs the salon.'
    yield { field: 'salon_only', needs: 'salon_id', message, fix: 'Add "salon_id: …".' }
  }
  for (const field of ['series', 'series_id', 'series_position'] as const) {
    const value = field === 'series' ? series : fields[field]
    if (value === undefined || value === null || post_type === 'series_entry') continue
    const message = `${field} is only for series entries.`
    yield { field, needs: 'post_type', message, fix: 'Add "post_type: series_entry".' }
  }
  if (fields.series_position !== null && fields.series_id === null && series === undefined) {
    const message = 'series_position has no effect without a series.'
    yield { field: 'series_position', needs: 'series', message, fix: 'Add "series: …", or remove series_position.' }
  }
  yield* contentErrors(post_type, content)
}

function* contentErrors(postType: FieldValues['post_type'], content: string): Generator<RuleError> {
  const most = postType === 'short' ? SHORT_CONTENT_MAX_CHARACTERS : CONTENT_MAX_CHARACTERS
  const length = content.length <= most ? content.length : characters(content)
  if (length > most) {
    const fix = postType === 'short' ? 'Shorten it, or write "post_type: article".' : 'Divide it into several posts.'
    yield { field: 'content', message: `The text has ${length} characters; ${most} are allowed.`, fix }
  }
  const broken = unstorable('The text', content)
  if (broken !== undefined) yield { field: 'content', ...broken }
}
