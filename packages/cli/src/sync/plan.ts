import type { FileError } from '../folder/file-error.ts'
import type { PostFile } from '../folder/post-file.ts'
import { inScope } from '../folder/project.ts'
import { listDeleted, type ServerPost } from '../server/own-posts.ts'
import { isCommittedVersion } from './committed-version.ts'
import { type Matches, matchPosts } from './match-posts.ts'
import { differences, digestOf, EMPTY_SHA256, type PostRecord, serverRecord } from './record.ts'
import { type Addresses, type ResolvedPost, resolvePost } from './resolve-post.ts'
import { imagesInScope, type Sync } from './sync.ts'

/**
 * `new`: not on the server. `changed`: the server has an earlier version of the file. `same`: nothing to do.
 * `behind`: the post was edited elsewhere, the file is unchanged since the last push or pull. `conflict`: the post was
 * edited elsewhere and differs from the file. `deleted`: the post was deleted elsewhere.
 */
export type EntryState = 'new' | 'changed' | 'same' | 'behind' | 'conflict' | 'deleted'

export interface Entry {
  readonly file: PostFile
  readonly remote: ServerPost | undefined
  readonly state: EntryState
  readonly local: ResolvedPost
  /** The fields that differ from the server's post. */
  readonly changes: readonly string[]
  readonly renamedFrom: string | undefined
}

export interface Plan {
  readonly entries: readonly Entry[]
  readonly matches: Matches
  /** Posts whose files are gone. */
  readonly orphans: readonly ServerPost[]
  /** Errors that only a comparison with the server shows. */
  readonly errors: readonly FileError[]
}

/** Compares the files of the command with the server. Changes nothing on the server. */
export async function makePlan(sync: Sync): Promise<Plan> {
  await sync.images.prepare(imagesInScope(sync))
  const matches = await matchPosts(sync)
  const addresses: Addresses = {
    ofPost: path => matches.of.get(path)?.url,
    ofImage: path => sync.images.urlOf(path),
    ofSeries: name => sync.series.idOf(name),
  }
  const files = sync.folder.posts.filter(({ path }) => inScope(sync.project, path))
  const deleted = await deletedNames(sync, files, matches)
  const errors: FileError[] = []
  const entries: Entry[] = []
  for (const file of files) {
    const remote = matches.of.get(file.path)
    const resolved = resolvePost(sync.folder, file, addresses)
    const local = { ...resolved, record: onSchedule(resolved.record, remote) }
    const renamedFrom = matches.renamed.get(file.path)
    if (isPast(local.record, remote)) errors.push(pastError(file))
    const changes = remote === undefined ? [] : differences(serverRecord(remote), local.record)
    const name = renamedFrom ?? file.externalId
    const state =
      remote === undefined
        ? deleted.has(file.externalId)
          ? 'deleted'
          : 'new'
        : await compare(sync, { file, remote, local, changes, name, addresses })
    if (state === 'same') sync.state.noteVersion(name, digestOf(local.record))
    entries.push({ file, remote, state, local, changes, renamedFrom })
  }
  const orphans = matches.orphans.filter(post => inScope(sync.project, pathOf(sync, post)))
  return { entries, matches, orphans, errors }
}

export const pathOf = ({ project }: Pick<Sync, 'project'>, { external_id, id }: ServerPost): string =>
  (external_id ?? id).slice((external_id ?? id).startsWith(project.prefix) ? project.prefix.length : 0)

interface Pair {
  readonly file: PostFile
  readonly remote: ServerPost
  readonly local: ResolvedPost
  readonly changes: readonly string[]
  /** The name under which versions of the post are known. */
  readonly name: string
  readonly addresses: Addresses
}

/**
 * The server's version may be replaced if it came from this folder: it was sent from here, or git has it. A draft without
 * text is what an interrupted push leaves, and holds nothing that could be lost.
 */
async function compare(sync: Sync, { file, remote, local, changes, name, addresses }: Pair): Promise<EntryState> {
  if (changes.length === 0 && local.missingPosts.length === 0 && local.missingImages.length === 0) return 'same'
  const record = serverRecord(remote)
  if (remote.content_sha256 === EMPTY_SHA256 && remote.published_at === null && remote.status === 'draft')
    return 'changed'
  const versions = [record, beforeSchedule(record, file)].map(digestOf)
  if (versions.some(version => sync.state.knows(name, version))) return 'changed'
  if (await isCommittedVersion(sync, file, versions, addresses)) return 'changed'
  return sync.state.knows(name, digestOf(local.record)) ? 'behind' : 'conflict'
}

/** The server publishes a scheduled post by itself; the file may still say that it is scheduled. */
function onSchedule(local: PostRecord, remote: ServerPost | undefined): PostRecord {
  const { status, scheduled_for } = local.fields
  if (remote?.status !== 'published' || status !== 'scheduled' || new Date(String(scheduled_for)) > new Date())
    return local
  return { ...local, fields: { ...local.fields, status: 'published', scheduled_for: null } }
}

/** The same version as it was before the server published it. */
function beforeSchedule(record: PostRecord, { fields: { status, scheduled_for } }: PostFile): PostRecord {
  if (record.fields.status !== 'published' || status !== 'scheduled') return record
  return { ...record, fields: { ...record.fields, status: 'scheduled', scheduled_for } }
}

function isPast({ fields }: PostRecord, remote: ServerPost | undefined): boolean {
  if (fields.status !== 'scheduled' || new Date(String(fields.scheduled_for)) > new Date()) return false
  return remote?.status !== 'scheduled' || serverRecord(remote).fields.scheduled_for !== fields.scheduled_for
}

const pastError = (file: PostFile): FileError => ({
  file: file.path,
  line: file.lineOf('scheduled_for'),
  message: 'scheduled_for is in the past.',
  fix: 'Set a later time, or write "status: published" without scheduled_for.',
})

/** The names of deleted posts; they are only asked for if there are files without a post. */
async function deletedNames(sync: Sync, files: readonly PostFile[], { of }: Matches): Promise<Set<string | null>> {
  if (files.every(({ path }) => of.has(path))) return new Set()
  return new Set((await listDeleted(sync.client, sync.signal)).map(post => post.external_id))
}
