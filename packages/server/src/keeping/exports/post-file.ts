import { setImmediate } from 'node:timers/promises'
import {
  ABSENT,
  FIELD_NAMES,
  type FieldName,
  type FieldValue,
  ID_KEY,
  SERIES_KEY,
} from '@galley/contract/writing/front-matter'
import { codeIn } from '@galley/markdown/outside-code'
import { stringify } from 'yaml'
import type { ExportedPost } from './export-store.ts'

/** Finds out which file of the archive an address of one of our images is. */
export type ImageFile = (address: string) => string | undefined

const NAME_MAX_CHARACTERS = 60

/** The name of a post's file. File systems limit the length of names, and some ignore case. */
export function fileNameOf({ slug, id }: Pick<ExportedPost, 'slug' | 'id'>): string {
  const short = [...slug.toLowerCase()].slice(0, NAME_MAX_CHARACTERS).join('')
  return short === slug ? `${slug}.md` : `${short}-${id.slice(-8)}.md`
}

/** A post as a file of `gly`: front matter with the fields that authors set, and the text. */
export async function postFile(post: ExportedPost, imageFile: ImageFile): Promise<string> {
  const fields: Record<string, unknown> = {}
  if (post.external_id !== null) fields[ID_KEY] = post.external_id
  for (const name of FIELD_NAMES) {
    if (name === 'series_id') {
      // By its title: on another server the series has another id.
      if (post.series_title !== null) fields[SERIES_KEY] = post.series_title
      continue
    }
    const value = fieldValue(post, name, imageFile)
    if (JSON.stringify(value) !== JSON.stringify(ABSENT[name]) || name === 'status') fields[name] = value
  }
  return `---\n${stringify(fields, { lineWidth: 0 })}---\n\n${await localContent(post.content, imageFile)}\n`
}

function fieldValue(post: ExportedPost, name: FieldName, imageFile: ImageFile): FieldValue {
  const value = (post as unknown as Record<string, unknown>)[name]
  // A post in the trash would be restored as a draft.
  if (name === 'status' && value === 'deleted') return 'draft'
  if (name === 'scheduled_for' && post.status !== 'scheduled') return null
  if (value instanceof Date) return value.toISOString()
  if ((name === 'thumbnail_url' || name === 'cover_image_url') && typeof value === 'string')
    return imageFile(value) ?? value
  return (value ?? ABSENT[name]) as FieldValue
}

// Few spaces only: without a limit, a long run of spaces would be read again at each of its characters.
const DESTINATION = /(?<=\]\(\s{0,3}<?|\]:\s{0,3}<?|\b(?:src|href)\s{0,3}=\s{0,3}["'])https?:\/\/[^\s"'<>()]+/gi

/** The time between two pauses, in which other requests are handled. */
const STEP_MS = 5

/** Images in the text lead to the files of the archive, so that they are uploaded with it. Code stays as it is. */
async function localContent(content: string, imageFile: ImageFile): Promise<string> {
  if (!content.includes('/posts/')) return content
  const local = (text: string) =>
    text.replaceAll(DESTINATION, address => {
      const file = imageFile(address)
      return file === undefined ? address : file + (/#.*/s.exec(address)?.[0] ?? '')
    })
  let result = ''
  let at = 0
  let pausedAt = performance.now()
  for (const [start, end] of codeIn(content)) {
    if (performance.now() - pausedAt > STEP_MS) {
      await setImmediate()
      pausedAt = performance.now()
    }
    if (start === end) continue
    result += local(content.slice(at, start)) + content.slice(start, end)
    at = end
  }
  return result + local(content.slice(at))
}
