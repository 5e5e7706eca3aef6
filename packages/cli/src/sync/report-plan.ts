import { count } from '../folder/fault.ts'
import { type Colour, type Output, visibleLine } from '../terminal/output.ts'
import { type Entry, type EntryState, type Plan, pathOf } from './plan.ts'
import type { Sync } from './sync.ts'

const LABELS: Record<Exclude<EntryState, 'same'>, readonly [string, Colour]> = {
  new: ['new', 'green'],
  changed: ['changed', 'yellow'],
  behind: ['edited at the server', 'cyan'],
  conflict: ['conflict', 'red'],
  deleted: ['deleted at the server', 'red'],
}

const isProblem = ({ state }: Entry): boolean => ['behind', 'conflict', 'deleted'].includes(state)

/** Posts were edited or deleted elsewhere. */
export const hasProblems = (plan: Plan): boolean => plan.entries.some(isProblem)

export function printPlan(sync: Sync, plan: Plan, output: Output): void {
  const listed = plan.entries.filter(entry => entry.state !== 'same' || entry.renamedFrom !== undefined)
  for (const entry of listed) output.print(lineOf(entry, output))
  for (const post of plan.orphans) {
    output.print(
      `${output.paint('dim', 'no file'.padEnd(22))} ${visibleLine(`${pathOf(sync, post)} (${post.status}: ${post.title})`)}`,
    )
  }
  const same = plan.entries.filter(({ state }) => state === 'same').length
  output.print(`${count(same, 'post')} unchanged.`)
  const has = (wanted: EntryState) => listed.some(({ state }) => state === wanted)
  if (has('behind')) output.print('gly pull writes what was edited at the server to the files.')
  if (has('conflict')) {
    output.print('A conflict: gly pull --theirs takes the version of the server, gly push --ours replaces it.')
  }
  if (has('deleted')) output.print('gly push --ours creates posts again that were deleted at the server.')
  if (plan.orphans.length > 0) output.print('gly push --prune deletes posts that have no file.')
}

function lineOf({ file, state, changes, renamedFrom }: Entry, output: Output): string {
  const [label, colour] = state === 'same' ? (['renamed', 'yellow'] as const) : LABELS[state]
  const details = [
    ...(renamedFrom === undefined ? [] : [`was ${renamedFrom}`]),
    ...(changes.length === 0 ? [] : [changes.join(', ')]),
  ]
  const about = details.length === 0 ? '' : ` (${details.join('; ')})`
  return `${output.paint(colour, label.padEnd(22))} ${file.path}${about}`
}

export function planJson(sync: Sync, plan: Plan): Record<string, unknown> {
  return {
    posts: plan.entries.map(({ file, remote, state, changes, renamedFrom }) => ({
      file: file.path,
      external_id: file.externalId,
      state,
      changes,
      renamed_from: renamedFrom ?? null,
      id: remote?.id ?? null,
      url: remote?.url ?? null,
    })),
    no_file: plan.orphans.map(post => ({ file: pathOf(sync, post), id: post.id, title: post.title, url: post.url })),
  }
}
