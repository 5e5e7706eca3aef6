import { readdirSync, readFileSync } from 'node:fs'

// Linux tells these things in /proc; elsewhere they are not measured.

/** Linux counts processor time in hundredths of a second, whatever the kernel's own clock. */
const TICKS_A_SECOND = 100

interface Stat {
  readonly parent: number
  readonly ownSeconds: number
  /** Of children that have ended. */
  readonly pastSeconds: number
}

/** Seconds of processor time that the process itself has used, in its own code and in the kernel. */
export function cpuSeconds(pid: number): number {
  return statOf(pid)?.ownSeconds ?? Number.NaN
}

/** The same for a process and its children, those that have ended included: for PostgreSQL, the whole database. */
export function familyCpuSeconds(pid: number): number {
  for (;;) {
    const parent = statOf(pid)
    if (parent === undefined) return Number.NaN
    const children = childrenOf(pid).reduce((sum, child) => sum + (statOf(child)?.ownSeconds ?? 0), 0)
    // A child that has just ended may have been missed: its time has passed to its parent meanwhile.
    if (statOf(pid)?.pastSeconds === parent.pastSeconds) return parent.ownSeconds + parent.pastSeconds + children
  }
}

export function residentBytes(pid: number): number {
  const kilobytes = /^VmRSS:\s+(\d+) kB/m.exec(readProc(pid, 'status') ?? '')?.[1]
  return kilobytes === undefined ? Number.NaN : Number(kilobytes) * 1024
}

export function openHandles(pid: number): number {
  try {
    return readdirSync(`/proc/${pid}/fd`).length
  } catch {
    return Number.NaN
  }
}

function childrenOf(pid: number): number[] {
  const pids = readdirSync('/proc').map(Number).filter(Boolean)
  return pids.filter(other => statOf(other)?.parent === pid)
}

function statOf(pid: number): Stat | undefined {
  const stat = readProc(pid, 'stat')
  if (stat === undefined) return undefined
  // After the name in brackets, which may hold anything: state, parent, and from the 12th on the times.
  const fields = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .map(Number)
  const seconds = (at: number) => ((fields[at] ?? 0) + (fields[at + 1] ?? 0)) / TICKS_A_SECOND
  return { parent: fields[1] ?? 0, ownSeconds: seconds(11), pastSeconds: seconds(13) }
}

function readProc(pid: number, file: string): string | undefined {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8')
  } catch {
    return undefined
  }
}
