import { readdirSync, readFileSync } from 'node:fs'

// Read from /proc on Linux; not measured elsewhere.

/** The unit of CPU time in /proc is 1/100 s, independent of the kernel's tick rate. */
const TICKS_A_SECOND = 100

interface Stat {
  readonly parent: number
  readonly ownSeconds: number
  /** Of children that have ended. */
  readonly pastSeconds: number
}

/** Seconds of CPU time that the process has used, user and system. */
export function cpuSeconds(pid: number): number {
  return statOf(pid)?.ownSeconds ?? Number.NaN
}

/** The same for a process and its children, ended ones included; for PostgreSQL, the whole database. */
export function familyCpuSeconds(pid: number): number {
  for (;;) {
    const parent = statOf(pid)
    if (parent === undefined) return Number.NaN
    const children = childrenOf(pid).reduce((sum, child) => sum + (statOf(child)?.ownSeconds ?? 0), 0)
    // The time of a child that has just ended has moved to its parent meanwhile.
    if (statOf(pid)?.pastSeconds === parent.pastSeconds) return parent.ownSeconds + parent.pastSeconds + children
  }
}

export const residentBytes = (pid: number): number => statusBytes(pid, 'VmRSS')

/** The most that the process ever had. */
export const peakResidentBytes = (pid: number): number => statusBytes(pid, 'VmHWM')

function statusBytes(pid: number, name: string): number {
  const kilobytes = new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(readProc(pid, 'status') ?? '')?.[1]
  return kilobytes === undefined ? Number.NaN : Number(kilobytes) * 1024
}

export function openHandles(pid: number): number {
  try {
    return readdirSync(`/proc/${pid}/fd`).length
  } catch {
    return Number.NaN
  }
}

export function childrenOf(pid: number): number[] {
  const pids = readdirSync('/proc').map(Number).filter(Boolean)
  return pids.filter(other => statOf(other)?.parent === pid)
}

export const commandOf = (pid: number): string => readProc(pid, 'cmdline') ?? ''

function statOf(pid: number): Stat | undefined {
  const stat = readProc(pid, 'stat')
  if (stat === undefined) return undefined
  // After the name in brackets, which may contain any character: state, parent, and the times from the 12th on.
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

const SAMPLE_MS = 100

/** Samples the resident memory of a process. */
export class PeakMemory {
  readonly #pid: number
  readonly #first: number
  #peak: number
  readonly #sampling: NodeJS.Timeout

  constructor(pid: number) {
    this.#pid = pid
    this.#first = residentBytes(pid)
    this.#peak = this.#first
    this.#sampling = setInterval(() => this.#sample(), SAMPLE_MS)
  }

  /** How far the peak was above the first value. */
  end(): number {
    this.#sample()
    clearInterval(this.#sampling)
    return this.#peak - this.#first
  }

  #sample(): void {
    this.#peak = Math.max(this.#peak, residentBytes(this.#pid) || 0)
  }
}
