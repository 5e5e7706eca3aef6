import { ApiError } from '@galley/client'
import type { FileError } from '../../folder/file-error.ts'
import { limitWarning, type Warning } from '../../folder/rendering-limits.ts'
import { inParallel } from '../../server/in-parallel.ts'
import type { Output } from '../../terminal/output.ts'
import { Progress } from '../../terminal/progress.ts'
import { CHANGED_FILE, overwriteWithServer, targetOf } from '../overwrite-with-server.ts'
import type { Entry, Plan } from '../plan.ts'
import type { Addresses } from '../resolve-post.ts'
import { diffOf } from '../show-diff.ts'
import type { Sync } from '../sync.ts'
import { createPlaceholders } from './placeholders.ts'
import { ChangedMeanwhile, pushPost, RejectedImage } from './push-post.ts'

const CONCURRENCY = 8

/** The result of a push, by files. */
export interface Sent {
  readonly created: string[]
  readonly updated: string[]
  readonly renamed: { readonly file: string; readonly from: string }[]
  /** Files that now have the server's version. */
  readonly taken: string[]
  readonly conflicts: { readonly file: string; readonly reason: string; readonly diff: string }[]
  readonly rejected: { readonly file: string; readonly message: string }[]
  readonly errors: FileError[]
  readonly warnings: Warning[]
  unchanged: number
  uploaded: number
}

export const REASONS = {
  behind: 'it was edited on the server, and the file is unchanged',
  conflict: 'it was edited on the server, and differs from the file',
  deleted: 'it was deleted on the server; delete the file too, or push it again with --ours',
  meanwhile: 'it was edited or deleted on the server just now; push again',
} as const

/** Sends what the plan says. A post that is rejected does not keep the others from being sent. */
export async function sendPosts(
  sync: Sync,
  plan: Plan,
  resolve: 'ours' | 'theirs' | undefined,
  output: Output,
): Promise<Sent> {
  const sent: Sent = {
    created: [],
    updated: [],
    renamed: [],
    taken: [],
    conflicts: [],
    rejected: [],
    errors: [],
    warnings: [],
    unchanged: plan.entries.filter(isUnchanged).length,
    uploaded: 0,
  }
  const edited = plan.entries.filter(isEdited)
  const toSend = plan.entries.filter(entry => !isUnchanged(entry) && (!isEdited(entry) || resolve === 'ours'))
  for (const name of new Set(toSend.flatMap(({ file }) => file.series ?? []))) await sync.series.ensure(name)
  const placeholders = await createPlaceholders(sync, toSend)
  const addresses: Addresses = {
    ofPost: path => (placeholders.get(path) ?? plan.matches.of.get(path))?.url,
    ofImage: path => sync.images.urlOf(path),
    ofSeries: name => sync.series.idOf(name),
  }
  const progress = new Progress(output, 'Sending', toSend.length)
  try {
    await inParallel(toSend, CONCURRENCY, async entry => {
      const placeholder = placeholders.get(entry.file.path)
      await sendPost(sync, placeholder === undefined ? entry : { ...entry, remote: placeholder }, addresses, sent)
      progress.step()
    })
  } finally {
    progress.end()
  }
  sent.uploaded = sync.images.uploadedCount
  if (resolve !== 'ours') for (const entry of edited) await settle(sync, plan, entry, resolve, sent)
  for (const list of [sent.created, sent.updated, sent.taken]) list.sort()
  return sent
}

const isUnchanged = ({ state, renamedFrom }: Entry): boolean => state === 'same' && renamedFrom === undefined
export const isEdited = ({ state }: Entry): boolean => ['behind', 'conflict', 'deleted'].includes(state)

async function sendPost(sync: Sync, entry: Entry, addresses: Addresses, sent: Sent): Promise<void> {
  const { file, renamedFrom, state } = entry
  try {
    const { result, exceededLimit } = await pushPost(sync, entry, addresses)
    if (exceededLimit !== null) sent.warnings.push(limitWarning(file.path, exceededLimit))
    if (renamedFrom !== undefined) sent.renamed.push({ file: file.path, from: renamedFrom })
    // A placeholder is an update of the server's post, but a new post for the author.
    if (result === 'created' || state === 'new' || state === 'deleted') sent.created.push(file.path)
    else if (entry.changes.length > 0) sent.updated.push(file.path)
  } catch (error) {
    if (error instanceof ChangedMeanwhile) {
      sent.conflicts.push({ file: file.path, reason: REASONS.meanwhile, diff: '' })
    } else if (error instanceof RejectedImage) {
      sent.errors.push(error.error)
    } else if (error instanceof ApiError && error.status === 403) {
      sent.rejected.push({ file: file.path, message: `${error.message} (${error.code})` })
    } else if (error instanceof ApiError && error.status === 400) {
      sent.errors.push(...errorsOf(error, entry))
    } else throw error
  }
}

/** The server's objections, at the lines of the fields. */
function errorsOf(error: ApiError, { file }: Entry): FileError[] {
  if (error.fields.length === 0)
    return [{ file: file.path, line: 1, message: error.message, fix: `Error ${error.code}.` }]
  return error.fields.map(({ field, message }) => ({
    file: file.path,
    line: file.lineOf(field.split('.')[0] ?? ''),
    message: `The server rejects ${field}.`,
    fix: message,
  }))
}

async function settle(sync: Sync, plan: Plan, entry: Entry, resolve: 'theirs' | undefined, sent: Sent): Promise<void> {
  const { file, remote, state } = entry
  if (resolve === 'theirs' && remote !== undefined) {
    if (await overwriteWithServer(sync, plan.matches, targetOf(sync, plan.matches, file), remote))
      sent.taken.push(file.path)
    else sent.conflicts.push({ file: file.path, reason: CHANGED_FILE, diff: '' })
    return
  }
  const reason = REASONS[state as keyof typeof REASONS]
  sent.conflicts.push({ file: file.path, reason, diff: await diffOf(sync, plan.matches, entry) })
}
