import { once } from 'node:events'
import { existsSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { DataFolder, signalQuietly } from '@galley/server/testing/processes/galley-process'
import { SeededRandom } from '@galley/server/testing/seeded-random'
import { type Galley, startGalley } from '../support/galley-process.ts'
import { log } from '../support/report.ts'
import { digestOf } from './data-digest.ts'
import { runCommand, startCommand } from './galley-command.ts'
import { type LargeInstallation, loadOn, makeLargeInstallation } from './large-installation.ts'

const FORMER = { posts: 500, images: 20 }
const REQUESTS_A_SECOND = 10
const SLICE_SECONDS = 2
/**
 * The earliest and latest kill, as parts of the duration of the command. Before the first one, the process is still
 * starting.
 */
const EARLIEST = 0.1
const LATEST = 1

interface Round {
  readonly killed: string
  readonly 'after, ms': number
  readonly found: string
}

interface Kill {
  readonly afterMs: number
  readonly wasInTime: boolean
}

/**
 * Kills `backup create` of an installation under load, `restore` into an empty folder and `restore --replace` at random
 * moments, some restores together with the database. After each kill the folder of backups has only complete ones, the
 * data is the former or the restored one, a server starts on it, and the repeated command succeeds.
 */
export async function killRounds(large: LargeInstallation, rounds: number, seed: string) {
  const run = new KillRun(large, new SeededRandom(seed))
  const galley = await startGalley(large.folder.path)
  const load = loadOn(galley.url, large, REQUESTS_A_SECOND)
  let isOver = false
  const requests = (async () => {
    while (!isOver) {
      const { failures } = await load.run({ seconds: SLICE_SECONDS })
      run.failures.push(...Object.entries(failures).map(([what, count]) => `${count} requests failed: ${what}`))
    }
  })()
  try {
    await run.prepare()
    // A command that ends before its kill does not count.
    for (let round = 0; run.done.length < rounds; round++) {
      const kind = (['backup', 'restore --replace', 'backup', 'restore'] as const)[round % 4]!
      const done = await (kind === 'backup'
        ? run.killBackup(galley)
        : kind === 'restore'
          ? run.killRestore()
          : run.killReplace())
      log(
        `${String(run.done.length).padStart(3)}/${rounds}  ${done.killed.padEnd(30)} after ${done['after, ms']} ms: ${done.found}`,
      )
    }
    return { rounds: run.done, failures: run.failures }
  } finally {
    isOver = true
    await requests
    load.close()
    await galley.stop()
    run.close()
  }
}

class KillRun {
  readonly failures: string[] = []
  readonly done: Round[] = []
  readonly #large: LargeInstallation
  readonly #random: SeededRandom
  readonly #target = new DataFolder()
  readonly #archives = new DataFolder()
  readonly #backups = join(this.#archives.path, 'backups')
  readonly #former = join(this.#archives.path, 'former.tar.zst')
  readonly #restored = join(this.#archives.path, 'restored.tar.zst')
  /** Of the whole data, and how long the commands take without a kill. */
  #digests = { former: '', restored: '' }
  #longestMs = { backup: 0, restore: 0 }

  constructor(large: LargeInstallation, random: SeededRandom) {
    this.#large = large
    this.#random = random
  }

  async prepare(): Promise<void> {
    log('creating the backups that are restored')
    const settings = { DATA_DIR: this.#target.path }
    const created = await this.#createBackup(this.#restored)
    const whole = await runCommand(['restore', this.#restored], settings)
    this.#longestMs = { backup: created.seconds * 1000, restore: whole.seconds * 1000 }
    this.#digests.restored = await digestOf(this.#target)
    const small = await makeLargeInstallation(FORMER)
    await runCommand(['backup', 'create', '--to', this.#former], { DATA_DIR: small.folder.path })
    small.folder.remove()
    await this.#restoreFormer()
    this.#digests.former = await digestOf(this.#target)
  }

  async killBackup(galley: Galley): Promise<Round> {
    const kill = await this.#kill(['backup', 'create', '--to', `${this.#backups}/`], this.#large.folder, 'backup')
    const names = existsSync(this.#backups) ? readdirSync(this.#backups) : []
    for (const name of names.filter(name => name.endsWith('.tar.zst'))) {
      await this.#expect(runCommand(['backup', 'verify', join(this.#backups, name)], {}))
    }
    const response = await fetch(`${galley.url}/readyz`)
    await response.arrayBuffer()
    if (response.status !== 200) this.failures.push(`the server answers ${response.status} after a killed backup`)
    await this.#expect(this.#createBackup(`${this.#backups}/`))
    if (readdirSync(this.#backups).some(name => name.endsWith('.partial'))) {
      this.failures.push('the next backup leaves the partial file of a killed one')
    }
    rmSync(this.#backups, { recursive: true, force: true })
    const found = names.map(name => (name.endsWith('.partial') ? 'a partial file' : 'a complete file')).join(', ')
    return this.#record(kill, 'backup', found || 'nothing')
  }

  async killReplace(): Promise<Round> {
    const args = ['restore', this.#restored, '--replace']
    const withDatabase = this.#random.chance(0.4)
    const kill = await this.#kill(args, this.#target, 'restore', withDatabase)
    const found = await this.#stateOf(this.#target)
    if (found === 'former data') await this.#expect(runCommand(args, { DATA_DIR: this.#target.path }))
    await this.#expectRestored(this.#target)
    // The replaced data is gone after the start of a server, so this replaces the restored data.
    await this.#restoreFormer()
    if ((await this.#stateOf(this.#target)) !== 'former data') this.failures.push('the former data did not come back')
    return this.#record(kill, withDatabase ? 'restore --replace, database' : 'restore --replace', found)
  }

  async killRestore(): Promise<Round> {
    const folder = new DataFolder()
    try {
      const args = ['restore', this.#restored]
      const kill = await this.#kill(args, folder, 'restore')
      // It is refused if the first one was committed.
      const repeated = await runCommand(args, { DATA_DIR: folder.path }).catch((error: Error) => error)
      await this.#expectRestored(folder)
      const found = repeated instanceof Error ? 'restored data' : 'empty database'
      if (repeated instanceof Error && !/is not empty/.test(repeated.message)) this.failures.push(repeated.message)
      return this.#record(kill, 'restore', found)
    } finally {
      folder.remove()
    }
  }

  close(): void {
    for (const folder of [this.#target, this.#archives]) {
      if (this.failures.length === 0) folder.remove()
      else folder.keep()
    }
  }

  async #kill(
    args: readonly string[],
    folder: DataFolder,
    kind: 'backup' | 'restore',
    withDatabase = false,
  ): Promise<Kill> {
    const begun = performance.now()
    const child = startCommand(args, { DATA_DIR: folder.path })
    for (const stream of [child.stdout, child.stderr]) stream?.resume()
    const ended = once(child, 'close')
    const longest = this.#longestMs[kind]
    const afterMs = this.#random.between(Math.round(longest * EARLIEST), Math.round(longest * LATEST))
    await Promise.race([pause(afterMs), ended])
    const wasInTime = child.exitCode === null
    // The machine has become faster.
    if (!wasInTime) this.#longestMs[kind] = performance.now() - begun
    child.kill('SIGKILL')
    const postmaster = folder.postmaster()
    if (withDatabase && postmaster !== undefined) signalQuietly(postmaster, 'SIGKILL')
    await ended
    return { afterMs, wasInTime }
  }

  async #stateOf(folder: DataFolder): Promise<string> {
    const digest = await digestOf(folder)
    if (digest === this.#digests.former) return 'former data'
    if (digest === this.#digests.restored) return 'restored data'
    this.failures.push('the data is neither the former nor the restored one')
    return 'NEITHER'
  }

  /** The restored data is complete, and a server starts on it. */
  async #expectRestored(folder: DataFolder): Promise<void> {
    if ((await digestOf(folder)) !== this.#digests.restored) this.failures.push('the restored data is not complete')
    const galley = await startGalley(folder.path)
    const response = await fetch(`${galley.url}/api/v1/public/posts`)
    await response.arrayBuffer()
    if (response.status !== 200) this.failures.push(`a server on the restored data answers ${response.status}`)
    await galley.stop()
  }

  #restoreFormer() {
    return runCommand(['restore', this.#former, '--replace'], { DATA_DIR: this.#target.path })
  }

  #createBackup(to: string) {
    return runCommand(['backup', 'create', '--to', to], { DATA_DIR: this.#large.folder.path })
  }

  async #expect(command: Promise<unknown>): Promise<void> {
    await command.catch((error: Error) => this.failures.push(error.message))
  }

  #record({ afterMs, wasInTime }: Kill, killed: string, found: string): Round {
    const round = { killed: wasInTime ? killed : `${killed} (ended before)`, 'after, ms': afterMs, found }
    if (wasInTime) this.done.push(round)
    return round
  }
}
