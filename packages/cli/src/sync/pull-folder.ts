import { lstat } from 'node:fs/promises'
import { join, posix } from 'node:path'
import type { AnyInvocation } from '../command.ts'
import { EXIT, type ExitCode } from '../exit-codes.ts'
import { count, printErrors } from '../folder/file-error.ts'
import { fileNameOf } from '../folder/file-names.ts'
import { inScope } from '../folder/project.ts'
import type { ServerPost } from '../server/own-posts.ts'
import { Progress } from '../terminal/progress.ts'
import type { Target } from './local-text.ts'
import { belongsHere } from './match-posts.ts'
import { CHANGED_FILE, overwriteWithServer, targetOf } from './overwrite-with-server.ts'
import { type Entry, makePlan, type Plan, pathOf } from './plan.ts'
import { digestOf } from './record.ts'
import { diffOf, printDiff } from './show-diff.ts'
import { openFolder, openSync, type Sync } from './sync.ts'

export interface PullOptions {
  /** Also replace files with changes that were not pushed. */
  readonly theirs: boolean
  readonly dryRun: boolean
}

interface Pulled {
  readonly created: string[]
  readonly updated: string[]
  readonly conflicts: { readonly file: string; readonly reason: string; readonly diff: string }[]
}

/** Writes posts of the server to files. */
export async function pullFolder(invocation: AnyInvocation, { theirs, dryRun }: PullOptions): Promise<ExitCode> {
  const { output } = invocation
  const folder = await openFolder(invocation)
  // A link to a missing file does not matter: the file may be one that is written now.
  const errors = folder.errorsOfFiles
  if (errors.length > 0) {
    output.printJson({ faults: errors })
    printErrors(output, errors)
    output.print(`\n${count(errors.length, 'error')}. Nothing was written.`)
    return EXIT.errors
  }
  const sync = await openSync(folder, invocation)
  const plan = await makePlan(sync)
  const pulled: Pulled = { created: [], updated: [], conflicts: [] }
  const toUpdate: Entry[] = []
  for (const entry of plan.entries) {
    if (theirs ? entry.state !== 'same' && entry.remote !== undefined : await mayReplace(sync, entry))
      toUpdate.push(entry)
    else if (entry.state === 'conflict') {
      const reason = 'the file has changes that were not pushed'
      pulled.conflicts.push({ file: entry.file.path, reason, diff: await diffOf(sync, plan.matches, entry) })
    }
  }
  const toCreate = await newFiles(sync, plan)
  // New files first in the map of addresses, so that links to them become links to files.
  const of = new Map([...plan.matches.of, ...toCreate.map(({ target, post }) => [target.path, post] as const)])
  const progress = new Progress(output, 'Reading', toUpdate.length + toCreate.length)
  const take = async (target: Target, post: ServerPost, list: string[]) => {
    if (dryRun || (await overwriteWithServer(sync, { of }, target, post))) list.push(target.path)
    else pulled.conflicts.push({ file: target.path, reason: CHANGED_FILE, diff: '' })
    progress.step()
  }
  for (const { file, remote } of toUpdate) {
    if (remote !== undefined) await take(targetOf(sync, { of }, file), remote, pulled.updated)
  }
  for (const { target, post } of toCreate) await take(target, post, pulled.created)
  progress.end()
  output.printJson({ server: sync.url, ...pulled, dry_run: dryRun })
  for (const file of pulled.created) output.print(`${output.paint('green', 'new')} ${file}`)
  for (const file of pulled.updated) output.print(`${output.paint('yellow', 'updated')} ${file}`)
  for (const { file, reason, diff } of pulled.conflicts) {
    output.print(`${output.paint('red', 'not written')} ${file}: ${reason}`)
    if (diff !== '') printDiff(output, diff)
  }
  output.print(`${pulled.created.length} new, ${pulled.updated.length} updated.`)
  if (pulled.conflicts.length > 0) output.print('gly pull --theirs replaces the files, gly push --ours the posts.')
  return pulled.conflicts.length > 0 ? EXIT.errors : EXIT.done
}

/** The post was edited elsewhere, and the file has nothing that would be lost: it was sent, or git has it. */
async function mayReplace({ state, git }: Sync, entry: Entry): Promise<boolean> {
  const { file, local } = entry
  if (entry.state === 'behind') return true
  if (entry.state !== 'conflict') return false
  const wasHere = state.hasPost(file.externalId)
  return wasHere ? state.knows(file.externalId, digestOf(local.record)) : git.isCommitted(file.path)
}

interface NewFile {
  readonly target: Target
  readonly post: ServerPost
}

/** Posts without a file. Those of other folders that push to the same account are left alone. */
async function newFiles(sync: Sync, plan: Plan): Promise<NewFile[]> {
  const { project, folder } = sync
  const files = new Set(folder.posts.map(({ path }) => path))
  const folders = new Set([...files].flatMap(parentsOf))
  const matched = new Set([...plan.matches.of.values()].map(({ id }) => id))
  const created: NewFile[] = []
  for (const post of sync.posts) {
    if (matched.has(post.id) || (isPath(post) && !belongsHere(sync, post))) continue
    if (project.prefix !== '' && !belongsHere(sync, post)) continue
    const named = pathOf(sync, post)
    const isUsable =
      isPath(post) && !parentsOf(named).some(parent => files.has(parent)) && (await isSafePath(project.root, named))
    const wanted = isUsable ? named : posix.join(project.posts, fileNameOf(post.title))
    const path = await freeName(project.root, wanted, candidate => files.has(candidate) || folders.has(candidate))
    if (!inScope(project, path)) continue
    files.add(path)
    for (const parent of parentsOf(path)) folders.add(parent)
    const id = isUsable && path === named ? undefined : (post.external_id ?? post.id)
    created.push({ post, target: { path, file: undefined, spellings: new Map(), fieldAddresses: new Map(), id } })
  }
  return created
}

const isPath = ({ external_id }: ServerPost): boolean => external_id?.endsWith('.md') ?? false

/** The folders of a path: of `a/b/c.md`, they are `a` and `a/b`. */
function parentsOf(path: string): string[] {
  const parts = path.split('/')
  return parts.slice(1).map((_, index) => parts.slice(0, index + 1).join('/'))
}

/** The longest name of a file on usual file systems. */
const NAME_MAX_BYTES = 255

/** A name from the server must not lead out of the folder, or to a file that is not read as a post. */
async function isSafePath(root: string, path: string): Promise<boolean> {
  const parts = path.split('/')
  if (!parts.every(isSafeName)) return false
  for (let depth = 1; depth < parts.length; depth++) {
    const parent = await find(join(root, ...parts.slice(0, depth)))
    if (parent !== undefined && !parent.isDirectory()) return false
  }
  return true
}

const isSafeName = (name: string): boolean =>
  name !== '' &&
  name !== 'node_modules' &&
  !name.startsWith('.') &&
  !/[\\:\p{Cc}]/u.test(name) &&
  Buffer.byteLength(name) <= NAME_MAX_BYTES

/** A name that no file has. Not only posts count: a symbolic link or a folder can have it too. */
async function freeName(root: string, path: string, isTaken: (candidate: string) => boolean): Promise<string> {
  const { dir, name, ext } = posix.parse(path)
  for (let number = 1; ; number++) {
    const candidate = posix.join(dir, number === 1 ? `${name}${ext}` : `${name}-${number}${ext}`)
    if (!isTaken(candidate) && (await find(join(root, candidate))) === undefined) return candidate
  }
}

const find = (path: string) => lstat(path).catch(() => undefined)
