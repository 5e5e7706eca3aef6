import { posix } from 'node:path'
import type { AnyInvocation } from '../command.ts'
import { EXIT, type ExitCode } from '../exit-codes.ts'
import { count, printFaults } from '../folder/fault.ts'
import { fileNameOf } from '../folder/new-files.ts'
import { inScope } from '../folder/project.ts'
import type { ServerPost } from '../server/own-posts.ts'
import { Progress } from '../terminal/progress.ts'
import type { Target } from './local-text.ts'
import { belongsHere } from './match-posts.ts'
import { type Entry, makePlan, type Plan, pathOf } from './plan.ts'
import { digestOf } from './record.ts'
import { diffOf, printDiff } from './show-diff.ts'
import { openFolder, openSync, type Sync } from './sync.ts'
import { takeTheirs, targetOf } from './take-theirs.ts'

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
  if (folder.faults.length > 0) {
    output.printJson({ faults: folder.faults })
    printFaults(output, folder.faults)
    output.print(`\n${count(folder.faults.length, 'fault')}. Nothing was written.`)
    return EXIT.faults
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
  const toCreate = newFiles(sync, plan)
  // New files first in the map of addresses, so that links to them become links to files.
  const of = new Map([...plan.matches.of, ...toCreate.map(({ target, post }) => [target.path, post] as const)])
  const progress = new Progress(output, 'Reading', toUpdate.length + toCreate.length)
  for (const { file, remote } of toUpdate) {
    if (!dryRun && remote !== undefined) await takeTheirs(sync, { of }, targetOf(sync, { of }, file), remote)
    pulled.updated.push(file.path)
    progress.step()
  }
  for (const { target, post } of toCreate) {
    if (!dryRun) await takeTheirs(sync, { of }, target, post)
    pulled.created.push(target.path)
    progress.step()
  }
  progress.end()
  output.printJson({ server: sync.url, ...pulled, dry_run: dryRun })
  for (const file of pulled.created) output.print(`${output.paint('green', 'new')} ${file}`)
  for (const file of pulled.updated) output.print(`${output.paint('yellow', 'updated')} ${file}`)
  for (const { file, reason, diff } of pulled.conflicts) {
    output.print(`${output.paint('red', 'not written')} ${file}: ${reason}`)
    printDiff(output, diff)
  }
  output.print(`${pulled.created.length} new, ${pulled.updated.length} updated.`)
  if (pulled.conflicts.length > 0) output.print('gly pull --theirs replaces the files, gly push --ours the posts.')
  return pulled.conflicts.length > 0 ? EXIT.faults : EXIT.done
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
function newFiles(sync: Sync, plan: Plan): NewFile[] {
  const { project, folder } = sync
  const taken = new Set(folder.posts.map(({ path }) => path))
  const matched = new Set([...plan.matches.of.values()].map(({ id }) => id))
  return sync.posts.flatMap(post => {
    if (matched.has(post.id) || (isPath(post) && !belongsHere(sync, post))) return []
    if (project.prefix !== '' && !belongsHere(sync, post)) return []
    const named = isPath(post) ? safePath(pathOf(sync, post)) : undefined
    const path = named ?? freeName(posix.join(project.posts, fileNameOf(post.title)), taken)
    if (!inScope(project, path)) return []
    taken.add(path)
    const id = named === undefined ? (post.external_id ?? post.id) : undefined
    return [{ post, target: { path, file: undefined, spellings: new Map(), fieldAddresses: new Map(), id } }]
  })
}

const isPath = ({ external_id }: ServerPost): boolean => external_id?.endsWith('.md') ?? false

/** A name from the server must not lead out of the folder, or to a hidden file. */
const safePath = (path: string): string | undefined =>
  path.split('/').every(part => part !== '' && !part.startsWith('.') && !/[\\:\0]/.test(part)) ? path : undefined

function freeName(path: string, taken: ReadonlySet<string>): string {
  const { dir, name, ext } = posix.parse(path)
  for (let number = 1; ; number++) {
    const candidate = posix.join(dir, number === 1 ? `${name}${ext}` : `${name}-${number}${ext}`)
    if (!taken.has(candidate)) return candidate
  }
}
