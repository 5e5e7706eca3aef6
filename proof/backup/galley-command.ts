import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { isolatedEnvironment, type ProcessSettings } from '@galley/server/testing/processes/isolated-environment'
import { spawnDetached } from '@galley/server/testing/processes/spawn-detached'
import { peakResidentBytes } from '../support/process-usage.ts'

const PROGRAM = join(import.meta.dirname, '../../galley.mjs')
const SAMPLE_MS = 100

export interface CommandResult {
  readonly code: number | null
  readonly seconds: number
  /** The most resident memory of the process. */
  readonly peakBytes: number
  readonly json: Record<string, unknown>
  readonly stderr: string
}

/** Starts `galley <args> --json`. */
export function startCommand(args: readonly string[], settings: ProcessSettings): ChildProcess {
  return spawnDetached([PROGRAM, ...args, '--json'], {
    env: isolatedEnvironment(settings),
    stdio: ['ignore', 'pipe', 'pipe'],
  })
}

/** Runs it to its end; a failure throws. */
export async function runCommand(args: readonly string[], settings: ProcessSettings): Promise<CommandResult> {
  const result = await watch(startCommand(args, settings))
  if (result.code !== 0) throw new Error(`galley ${args.join(' ')} ended with ${result.code}: ${result.stderr}`)
  return result
}

async function watch(child: ChildProcess): Promise<CommandResult> {
  const begun = performance.now()
  let [stdout, stderr, peakBytes] = ['', '', 0]
  child.stdout?.setEncoding('utf8').on('data', text => {
    stdout += text
  })
  child.stderr?.setEncoding('utf8').on('data', text => {
    stderr += text
  })
  const sampling = setInterval(() => {
    peakBytes = peakResidentBytes(child.pid ?? 0) || peakBytes
  }, SAMPLE_MS)
  const [code] = await once(child, 'close')
  clearInterval(sampling)
  const json = stdout.startsWith('{') ? JSON.parse(stdout.split('\n')[0] ?? '{}') : {}
  return { code, seconds: (performance.now() - begun) / 1000, peakBytes, json, stderr }
}
