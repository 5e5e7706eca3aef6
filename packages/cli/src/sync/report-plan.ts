import { count } from '../folder/file-error.ts'
import { type Colour, type Output, visibleLine } from '../terminal/output.ts'
import { type Entry, type EntryState, type Plan, pathOf } from './plan.ts'
import type { Sync } from './sync.ts'

const LABELS: Record<Exclude<EntryState, 'same'>, readonly [string, Colour]> = {
  new: ['new', 'green'],
  changed: ['changed', 'yellow'],
  behind: ['edited on the server', 'cyan'],
  conflict: ['conflict', 'red'],
  deleted: ['deleted on the server', 'red'],
}

/** What the author has decided about posts that were edited elsewhere, and about posts without a file. */
export interface Decisions {
  readonly resolve?: 'ours' | 'theirs' | undefined
  readonly prune?: boolean
}

/** Posts were edited or deleted elsewhere, and nothing was decided about them. */
export function hasProblems(plan: Plan, { resolve }: Decisions = {}): boolean {
  if (resolve === 'ours') return false
  // A deleted post has no version that a file could take.
  const open: readonly EntryState[] = resolve === 'theirs' ? ['deleted'] : ['behind', 'conflict', 'deleted']
  return plan.entries.some(({ state }) => open.includes(state))
}

export function printPlan(sync: Sync, plan: Plan, output: Output, decisions: Decisions = {}): void {
  const listed = plan.entries.filter(entry => entry.state !== 'same' || entry.renamedFrom !== undefined)
  for (const entry of listed) output.print(lineOf(entry, output))
  for (const post of plan.orphans) {
    output.print(
      `${output.paint('dim', 'no file'.padEnd(22))} ${visibleLine(`${pathOf(sync, post)} (${post.status}: ${post.title})`)}`,
    )
  }
  const same = plan.entries.filter(({ state }) => state === 'same').length
  output.print(`${count(same, 'post')} unchanged.`)
  for (const hint of hintsOf(plan, decisions)) output.print(hint)
}

function hintsOf({ entries, orphans }: Plan, { resolve, prune = false }: Decisions): string[] {
  const number = (...wanted: EntryState[]) => entries.filter(({ state }) => wanted.includes(state)).length
  const [behind, conflicts, deleted] = [number('behind'), number('conflict'), number('deleted')]
  const hints: string[] = []
  const add = (when: boolean, hint: string) => void (when && hints.push(hint))
  if (resolve === 'ours') {
    add(behind + conflicts > 0, `--ours replaces ${count(behind + conflicts, 'post')} on the server.`)
    add(deleted > 0, `--ours creates ${count(deleted, 'post')} again.`)
  } else if (resolve === 'theirs') {
    add(behind + conflicts > 0, `--theirs writes the version of the server to ${count(behind + conflicts, 'file')}.`)
  } else {
    add(behind > 0, 'gly pull writes what was edited on the server to the files.')
    add(conflicts > 0, 'A conflict: gly pull --theirs takes the version of the server, gly push --ours replaces it.')
  }
  add(deleted > 0 && resolve !== 'ours', 'gly push --ours creates posts again that were deleted on the server.')
  add(
    orphans.length > 0 && prune,
    `--prune deletes ${count(orphans.length, 'post')} that ${orphans.length === 1 ? 'has' : 'have'} no file.`,
  )
  add(orphans.length > 0 && !prune, 'gly push --prune deletes posts that have no file.')
  return hints
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
