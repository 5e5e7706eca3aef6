import { createInterface } from 'node:readline/promises'
import { usageError } from '../../cli-error.ts'
import { count } from '../../folder/file-error.ts'
import { inParallel } from '../../server/in-parallel.ts'
import type { ServerPost } from '../../server/own-posts.ts'
import { type Output, visibleLine } from '../../terminal/output.ts'
import { pathOf } from '../plan.ts'
import { digestOf, serverRecord } from '../record.ts'
import type { Sync } from '../sync.ts'
import { isChangedMeanwhile } from './push-post.ts'
import { REASONS, type Sent } from './send-posts.ts'

/** Rejects a command that cannot ask for confirmation, before anything is sent. */
export function checkPrune(orphans: readonly ServerPost[], yes: boolean, output: Output): void {
  if (orphans.length === 0 || yes || (output.isInteractive && process.stdin.isTTY === true)) return
  throw usageError('--prune asks before it deletes posts, and there is no terminal.', 'Add --yes to delete them.')
}

/**
 * Lists the posts whose files are gone, asks for confirmation, and deletes them. Returns their paths. A post that has
 * changed meanwhile stays.
 */
export async function prune(
  sync: Sync,
  orphans: readonly ServerPost[],
  yes: boolean,
  output: Output,
  conflicts: Sent['conflicts'],
): Promise<string[]> {
  if (orphans.length === 0) return []
  output.print(`${count(orphans.length, 'post has', 'posts have')} no file:`)
  for (const post of orphans)
    output.print(`  ${visibleLine(`${pathOf(sync, post)} (${post.status}: ${post.title})`)}${editedNote(sync, post)}`)
  if (!yes) {
    const question = `Delete ${count(orphans.length, 'post')}? They can be restored in the studio for 30 days.`
    if (!(await confirm(question, sync.signal))) return []
  }
  const deleted: string[] = []
  await inParallel(orphans, 8, async post => {
    const file = pathOf(sync, post)
    try {
      await sync.gate.run(() => sync.client.posts.delete(post.id, { ifMatch: post.etag, signal: sync.signal }))
      deleted.push(file)
    } catch (error) {
      if (!isChangedMeanwhile(error)) throw error
      conflicts.push({ file, reason: REASONS.meanwhile, diff: '' })
    }
  })
  return deleted.sort()
}

function editedNote({ state }: Sync, post: ServerPost): string {
  const isOurs = post.external_id !== null && state.knows(post.external_id, digestOf(serverRecord(post)))
  return isOurs ? '' : ', perhaps edited on the server'
}

/** Asks a question that is answered with y or n. Everything except y is a no. */
export async function confirm(question: string, signal: AbortSignal): Promise<boolean> {
  const terminal = createInterface({ input: process.stdin, output: process.stderr })
  try {
    const answer = await terminal.question(`${question} [y/N] `, { signal })
    return /^y(es)?$/i.test(answer.trim())
  } finally {
    terminal.close()
  }
}
