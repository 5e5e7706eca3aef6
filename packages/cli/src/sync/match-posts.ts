import type { PostFile } from '../folder/post-file.ts'
import type { ServerPost } from '../server/own-posts.ts'
import { EMPTY_SHA256 } from './record.ts'
import { resolvePost } from './resolve-post.ts'
import type { Sync } from './sync.ts'

export interface Matches {
  /** The server's post of each file, by path. */
  readonly of: ReadonlyMap<string, ServerPost>
  /** The former name of a post whose file was renamed, by the new path. */
  readonly renamed: ReadonlyMap<string, string>
  /** Posts of this folder that have no file any more. */
  readonly orphans: readonly ServerPost[]
}

/** Finds the post of each file: by its name, or by its text if the file was renamed. */
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
    renamed.set(file.path, post.external_id ?? post.id)
    orphans.delete(post.id)
  }
  // A match gives an address to links in other files, so that more texts can be compared.
  while (matchTexts(sync, of, [...orphans.values()], match)) {}
  await matchByHistory(sync, of, orphans, match)
  return { of, renamed, orphans: [...orphans.values()] }
}

type Match = (file: PostFile, post: ServerPost) => void

/** Exactly one new file and one post without a file have the same text. */
function matchTexts(sync: Sync, of: ReadonlyMap<string, ServerPost>, orphans: ServerPost[], match: Match): boolean {
  if (orphans.length === 0) return false
  const newFiles = new Map<string, PostFile[]>()
  for (const file of sync.folder.posts) {
    if (of.has(file.path)) continue
    const { record } = resolvePost(sync.folder, file, {
      ofPost: path => of.get(path)?.url,
      ofImage: path => sync.images.urlOf(path),
      ofSeries: name => sync.series.idOf(name),
    })
    newFiles.set(record.contentSha256, [...(newFiles.get(record.contentSha256) ?? []), file])
  }
  let found = false
  for (const [digest, files] of newFiles) {
    const posts = orphans.filter(post => post.content_sha256 === digest)
    if (digest === EMPTY_SHA256 || files.length !== 1 || posts.length !== 1) continue
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

/** A post that a file of this folder made: its name is a path here, or this folder has sent it. */
export function belongsHere({ project, state }: Pick<Sync, 'project' | 'state'>, { external_id }: ServerPost): boolean {
  if (external_id === null) return false
  if (state.hasPost(external_id)) return true
  const below = project.prefix + (project.posts === '' ? '' : `${project.posts}/`)
  return external_id.startsWith(below) && external_id.endsWith('.md')
}
