import type { CpuProfile } from '../server/profiler.ts'

export interface HotPlace {
  readonly place: string
  /** Share of the time in which the process was not idle. */
  readonly share: number
}

/** CPU time by function and by package. */
export function hottest({ nodes, samples, timeDeltas }: CpuProfile): { functions: HotPlace[]; packages: HotPlace[] } {
  const byId = new Map(nodes.map(node => [node.id, node.callFrame]))
  const functions = new Map<string, number>()
  const packages = new Map<string, number>()
  let busy = 0
  samples.forEach((id, i) => {
    const frame = byId.get(id)
    const spent = timeDeltas[i] ?? 0
    if (frame === undefined || frame.functionName === '(idle)') return
    busy += spent
    const home = homeOf(frame.url, frame.functionName)
    const where =
      frame.url === '' ? '' : ` ${frame.url.replace(/^.*\/(node_modules|main|packages)\//, '')}:${frame.lineNumber + 1}`
    add(functions, `${frame.functionName || '(anonymous)'}${where}`, spent)
    add(packages, home, spent)
  })
  const sorted = (map: Map<string, number>) =>
    [...map].map(([place, spent]) => ({ place, share: spent / busy })).sort((a, b) => b.share - a.share)
  return { functions: sorted(functions).slice(0, 12), packages: sorted(packages).slice(0, 8) }
}

function add(map: Map<string, number>, key: string, spent: number): void {
  map.set(key, (map.get(key) ?? 0) + spent)
}

function homeOf(url: string, functionName: string): string {
  if (url === '') return functionName === '(garbage collector)' ? 'garbage collector' : 'native code and the kernel'
  if (url.startsWith('node:')) return url.replace(/^node:(internal\/)?/, 'node:').replace(/\/.*/, '')
  const installed = /.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(url)?.[1]
  if (installed !== undefined && !installed.startsWith('@galley')) return installed
  return /packages\/(\w+)/.exec(url)?.[0] ?? url
}
