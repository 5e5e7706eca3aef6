import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { normalText } from '@galley/importers/markdown/front-matter'
import { createTwoFilesPatch } from 'diff'
import { type Output, visible } from '../terminal/output.ts'
import { localText } from './local-text.ts'
import type { Matches } from './match-posts.ts'
import { localPaths, readWhole, targetOf } from './overwrite-with-server.ts'
import type { Entry } from './plan.ts'
import type { Sync } from './sync.ts'

/** From the file to the server's version. Empty if the texts are the same. */
export async function diffOf(sync: Sync, matches: Matches, { file, remote }: Entry): Promise<string> {
  if (remote === undefined) return ''
  const theirs = localText(await readWhole(sync, remote), targetOf(sync, matches, file), localPaths(sync, matches))
  const ours = normalText(await readFile(join(sync.project.root, file.path), 'utf8'))
  const patch = createTwoFilesPatch(file.path, `${file.path} on the server`, ours, theirs, '', '', { context: 2 })
  // The library writes names that are not ASCII as escaped bytes.
  const names = [`--- ${file.path}`, `+++ ${file.path} on the server`]
  return [...names, ...patch.split('\n').slice(3)].join('\n').trimEnd()
}

export function printDiff(output: Output, diff: string): void {
  for (const line of visible(diff).split('\n')) {
    const colour = line.startsWith('+') ? 'green' : line.startsWith('-') ? 'red' : line.startsWith('@') ? 'cyan' : 'dim'
    output.print(`  ${output.paint(colour, line)}`)
  }
}
