import type { Fault } from '../../folder/fault.ts'
import type { Entry, Plan } from '../plan.ts'

/** Links to posts that are not at the server, and that this push does not send. */
export function linkFaults({ entries }: Plan): Fault[] {
  const sent = new Set(
    entries.filter(({ state }) => state === 'new' || state === 'deleted').map(({ file }) => file.path),
  )
  return entries.flatMap(entry =>
    entry.local.missingPosts.filter(path => !sent.has(path)).map(path => fault(entry, path)),
  )
}

const fault = ({ file }: Entry, path: string): Fault => ({
  file: file.path,
  line: 1,
  message: `It links to ${path}, which is not at the server yet.`,
  fix: `Push ${path} too: run gly push without a path.`,
})
