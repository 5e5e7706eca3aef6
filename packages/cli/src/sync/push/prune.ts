import { wrongUse } from '../../cli-error.ts'
import { count } from '../../folder/fault.ts'
import { inParallel } from '../../server/in-parallel.ts'
import type { ServerPost } from '../../server/own-posts.ts'
import { confirm } from '../../terminal/confirm.ts'
import { type Output, visibleLine } from '../../terminal/output.ts'
import { pathOf } from '../plan.ts'
import { digestOf, serverRecord } from '../record.ts'
import type { Sync } from '../sync.ts'

/** Refuses a command that could not ask, before it has sent anything. */
export function checkPrune(orphans: readonly ServerPost[], yes: boolean, output: Output): void {
  if (orphans.length === 0 || yes || (output.isInteractive && process.stdin.isTTY === true)) return
  throw wrongUse('--prune asks before it deletes posts, and there is no terminal.', 'Add --yes to delete them.')
}

/** Deletes posts whose files are gone, after a list and a question. Returns their paths. */
export async function prune(
  sync: Sync,
  orphans: readonly ServerPost[],
  yes: boolean,
  output: Output,
): Promise<string[]> {
  if (orphans.length === 0) return []
  output.print(`${count(orphans.length, 'post has', 'posts have')} no file:`)
  for (const post of orphans)
    output.print(`  ${visibleLine(`${pathOf(sync, post)} (${post.status}: ${post.title})`)}${editedNote(sync, post)}`)
  if (!yes) {
    const question = `Delete ${count(orphans.length, 'post')}? They can be restored in the studio for 30 days.`
    if (!(await confirm(question, sync.signal))) return []
  }
  await inParallel(orphans, 8, async ({ id, etag }) => {
    await sync.gate.run(() => sync.client.posts.delete(id, { ifMatch: etag, signal: sync.signal }))
  })
  return orphans.map(post => pathOf(sync, post))
}

function editedNote({ state }: Sync, post: ServerPost): string {
  const isOurs = post.external_id !== null && state.knows(post.external_id, digestOf(serverRecord(post)))
  return isOurs ? '' : ', perhaps edited at the server'
}
