import { posix } from 'node:path'
import type { Post } from '@galley/client'
import {
  ABSENT,
  FIELD_NAMES,
  type FieldName,
  type FieldValue,
  type FieldValues,
  SERIES_KEY,
} from '@galley/contract/writing/front-matter'
import { joinFile } from '@galley/importers/markdown/front-matter'
import { findReferences, replaceReferences } from '@galley/markdown/references'
import { Document } from 'yaml'
import { IMAGE_FIELDS } from '../folder/local-references.ts'
import type { PostFile } from '../folder/post-file.ts'
import { serverRecord } from './record.ts'
import type { SeriesNames } from './series-names.ts'

/** The files that addresses of the server belong to; undefined for other addresses. */
export interface LocalPaths {
  readonly ofPost: (url: string) => string | undefined
  readonly ofImage: (url: string) => string | undefined
  readonly series: Pick<SeriesNames, 'idOf' | 'slugOf'>
}

export interface Target {
  /** Where the text is written to. */
  readonly path: string
  /** The file that is there now. */
  readonly file: PostFile | undefined
  /** How that file writes the destination with each address. */
  readonly spellings: ReadonlyMap<string, string>
  /** The address of each image field of that file. */
  readonly fieldAddresses: ReadonlyMap<string, string>
  /** For a new file whose path is not the post's name. */
  readonly id: string | undefined
}

/** The text of a file for a post: the reverse of what a push sends. Comments and unchanged lines of the file are kept. */
export function localText(post: Post, target: Target, paths: LocalPaths): string {
  const local = (address: string): { path: string; suffix: string } | undefined => {
    const [, url = '', suffix = ''] = /^([^#]*)(#.*)?$/s.exec(address) ?? []
    const path = paths.ofPost(url) ?? paths.ofImage(url)
    return path === undefined ? undefined : { path: relativePath(target.path, path), suffix }
  }
  const content = replaceReferences(post.content, findReferences(post.content), ({ destination }) => {
    const found = local(destination)
    return target.spellings.get(destination) ?? (found && escaped(found.path) + found.suffix)
  })
  const fields: Record<FieldName, FieldValue> = { ...serverRecord({ ...post, etag: post.etag ?? '' }).fields }
  for (const name of IMAGE_FIELDS) {
    const address = fields[name]
    if (typeof address !== 'string') continue
    const isUnchanged = target.fieldAddresses.get(name) === address
    const image = paths.ofImage(address)
    const path = image && relativePath(target.path, image).replace(/[%#?]/g, encodeURIComponent)
    fields[name] = (isUnchanged ? target.file?.fields[name] : path) ?? address
  }
  return joinFile(yamlOf(fields, target, paths.series), content)
}

const relativePath = (from: string, to: string): string => {
  const path = posix.relative(posix.dirname(from), to)
  return path.startsWith('.') ? path : `./${path}`
}

/** A destination in Markdown ends at a space, and parentheses must be balanced. */
const escaped = (path: string): string =>
  path.replace(/[\s()<>%#?]/g, character => `%${character.charCodeAt(0).toString(16).padStart(2, '0')}`)

function yamlOf(fields: FieldValues, { file, id }: Target, series: LocalPaths['series']): string {
  const named = file?.series === undefined ? (file?.fields.series_id ?? null) : (series.idOf(file.series) ?? null)
  const movesSeries = named !== fields.series_id
  const before = file?.document === undefined ? undefined : { ...file.fields, series_id: fields.series_id }
  // The line `series` implies the type of the post. If it is replaced, the type must be written.
  if (before !== undefined && movesSeries && file?.series !== undefined && !file.document?.has('post_type')) {
    before.post_type = ABSENT.post_type
  }
  const changed = FIELD_NAMES.filter(
    name => name !== 'series_id' && !isSame(fields[name], before?.[name] ?? ABSENT[name]),
  )
  if (file?.yaml !== undefined && changed.length === 0 && !movesSeries) return file.yaml
  const document = file?.document?.clone() ?? new Document({})
  if (id !== undefined) document.set('id', id)
  if (movesSeries) writeSeries(document, fields.series_id, series)
  for (const name of FIELD_NAMES) {
    if (!changed.includes(name)) continue
    if (isSame(fields[name], ABSENT[name]) && name !== 'status') document.delete(name)
    else document.set(name, document.createNode(fields[name], { flow: name === 'tags' }))
  }
  return document.toString({ lineWidth: 0, flowCollectionPadding: false })
}

/** By its slug, which people can read and which never changes. */
function writeSeries(document: Document, id: FieldValue, series: LocalPaths['series']): void {
  document.delete(SERIES_KEY)
  document.delete('series_id')
  if (typeof id !== 'string') return
  const slug = series.slugOf(id)
  document.set(slug === undefined ? 'series_id' : SERIES_KEY, slug ?? id)
}

const isSame = (a: FieldValue, b: FieldValue): boolean => JSON.stringify(a) === JSON.stringify(b)
