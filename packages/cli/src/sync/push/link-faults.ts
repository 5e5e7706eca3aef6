import type { Fault } from '../../folder/fault.ts'
import type { Plan } from '../plan.ts'
import { isEdited } from './send-posts.ts'

/** Links of posts that are sent to posts that are not on the server, and that this push does not create. */
export function linkFaults({ entries }: Plan, resolve: 'ours' | 'theirs' | undefined): Fault[] {
  const sent = entries.filter(entry => !isEdited(entry) || resolve === 'ours')
  const paths = new Set(sent.map(({ file }) => file.path))
  const deleted = new Set(entries.filter(({ state }) => state === 'deleted').map(({ file }) => file.path))
  return sent.flatMap(entry =>
    entry.local.missingPosts
      .filter(path => !paths.has(path))
      .map(path => ({ file: entry.file.path, line: 1, ...(deleted.has(path) ? toDeleted(path) : toUnsent(path)) })),
  )
}

const toUnsent = (path: string): Pick<Fault, 'message' | 'fix'> => ({
  message: `It links to ${path}, which is not on the server yet.`,
  fix: `Push ${path} too: run gly push without a path.`,
})

const toDeleted = (path: string): Pick<Fault, 'message' | 'fix'> => ({
  message: `It links to ${path}, which was deleted on the server.`,
  fix: 'Remove the link, or create the post again with gly push --ours.',
})
