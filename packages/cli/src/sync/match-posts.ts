import type { PostFile } from '../folder/post-file.ts'
import type { ServerPost } from '../server/own-posts.ts'
import { digestOf, EMPTY_SHA256, type PostRecord, serverRecord } from './record.ts'
import { resolvePost } from './resolve-post.ts'
import type { Sync } from './sync.ts'

export interface Matches {
  /** The server's post of each file, by path. */
  readonly of: ReadonlyMap<string, ServerPost>
  /** The former name of a post whose file was renamed here, by the new path. */
  readonly renamed: ReadonlyMap<string, string>
  /** Posts of this folder that have no file any more. */
  readonly orphans: readonly ServerPost[]
}

/**
 * Finds the post of each file: by its name, or if the file was renamed, by its text, by what was sent, by the history of
 * git, or by its title.
 */
export async function matchPosts(sync: Sync): Promise<Matches> {
  const byName = new Map(sync.posts.flatMap(post => (post.external_id === null ? [] : [[post.external_id, post]])))
  // A file that was made from a post without a name has the post's id.
  const byId = new Map(sync.posts.map(post => [post.id, post]))
  const of = new Map<string, ServerPost>()
  for (const file of sync.folder.posts) {
    const post = byName.get(file.externalId) ?? byId.get(file.externalId)
    if (post !== undefined) of.set(file.path, post)
  }
  const taken = new Set([...of.values()].map(({ id }) => id))
  const orphans = new Map(
    sync.posts.filter(post => !taken.has(post.id) && belongsHere(sync, post)).map(post => [post.id, post]),
  )
  const renamed = new Map<string, string>()
  const match = (file: PostFile, post: ServerPost): void => {
    of.set(file.path, post)
    if (!isRenamedElsewhere(sync, file, post)) renamed.set(file.path, post.external_id ?? post.id)
    orphans.delete(post.id)
  }
  for (const post of orphans.values()) {
    const version = digestOf(serverRecord(post))
    const isOf = (file: PostFile) =>
      !of.has(file.path) && isRenamedElsewhere(sync, file, post) && sync.state.knows(file.externalId, version)
    const file = sync.folder.posts.find(isOf)
    if (file !== undefined) match(file, post)
  }
  // A match gives an address to links in other files, so that more texts can be compared.
  while (matchRecords(sync, of, [...orphans.values()], match, TEXT)) {}
  matchRecords(sync, of, [...orphans.values()], match, sentVersion(sync))
  await matchByHistory(sync, of, orphans, match)
  matchRecords(sync, of, [...orphans.values()], match, TITLE)
  return { of, renamed, orphans: [...orphans.values()] }
}

type Match = (file: PostFile, post: ServerPost) => void

/** A value by which a file and its post are matched; undefined if the file has no usable value. */
interface Trait {
  ofFile(record: PostRecord): string | undefined
  isOf(post: ServerPost, value: string): boolean
}

const TEXT: Trait = {
  ofFile: ({ contentSha256 }) => (contentSha256 === EMPTY_SHA256 ? undefined : contentSha256),
  isOf: (post, value) => post.content_sha256 === value,
}
/** A file that was renamed while its post was edited elsewhere has a version that was sent under the former name. */
const sentVersion = ({ state }: Sync): Trait => ({
  ofFile: digestOf,
  isOf: ({ external_id }, version) => external_id !== null && state.knows(external_id, version),
})
/** Without git, a file that was renamed and edited is recognised by its title. */
const TITLE: Trait = {
  ofFile: ({ fields }) => (typeof fields.title === 'string' && fields.title !== '' ? fields.title : undefined),
  isOf: (post, value) => post.title === value,
}

/** Matches if exactly one new file and one post without a file have the same trait. */
function matchRecords(
  sync: Sync,
  of: ReadonlyMap<string, ServerPost>,
  orphans: readonly ServerPost[],
  match: Match,
  trait: Trait,
): boolean {
  if (orphans.length === 0) return false
  const newFiles = new Map<string, PostFile[]>()
  for (const file of sync.folder.posts) {
    if (of.has(file.path)) continue
    const { record } = resolvePost(sync.folder, file, {
      ofPost: path => of.get(path)?.url,
      ofImage: path => sync.images.urlOf(path),
      ofSeries: name => sync.series.idOf(name),
    })
    const value = trait.ofFile(record)
    if (value !== undefined) newFiles.set(value, [...(newFiles.get(value) ?? []), file])
  }
  let found = false
  for (const [value, files] of newFiles) {
    const posts = orphans.filter(post => trait.isOf(post, value))
    if (files.length !== 1 || posts.length !== 1) continue
    match(files[0]!, posts[0]!)
    found = true
  }
  return found
}

/** A file that was renamed and edited is recognised by git. */
async function matchByHistory(
  sync: Sync,
  of: ReadonlyMap<string, ServerPost>,
  orphans: ReadonlyMap<string, ServerPost>,
  match: Match,
): Promise<void> {
  if (orphans.size === 0) return
  const byName = new Map([...orphans.values()].map(post => [post.external_id, post]))
  for (const file of sync.folder.posts) {
    if (of.has(file.path) || file.document?.has('id')) continue
    const former = (await sync.git.formerPaths(file.path)).map(path => sync.project.prefix + path.normalize('NFC'))
    const post = former.map(name => byName.get(name)).find(found => found !== undefined && orphans.has(found.id))
    if (post !== undefined) match(file, post)
  }
}

/** This folder has sent the file under its name, and the post has another name now: another folder has renamed it. */
const isRenamedElsewhere = ({ state }: Sync, file: PostFile, { external_id }: ServerPost): boolean =>
  state.hasPost(file.externalId) && external_id !== null && !state.hasPost(external_id)

/** A post that a file of this folder made: its name is a path here, or this folder has sent it. */
export function belongsHere({ project, state }: Pick<Sync, 'project' | 'state'>, { external_id }: ServerPost): boolean {
  if (external_id === null) return false
  if (state.hasPost(external_id)) return true
  const below = project.prefix + (project.posts === '' ? '' : `${project.posts}/`)
  return external_id.startsWith(below) && external_id.endsWith('.md')
}
