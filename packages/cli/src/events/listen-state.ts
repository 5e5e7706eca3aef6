import { hash, randomBytes } from 'node:crypto'
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { WEBHOOK_SECRET_CHARACTERS } from '@galley/contract/limits'
import type { Invocation } from '../command.ts'

interface Stored {
  /** The last acknowledged event. */
  readonly after?: string
  /** Where it began, before the first acknowledgement. */
  readonly since?: string
  readonly secret: string
}

/** The last event that a listener has forwarded. It is stored, so that the next `gly listen` continues there. */
export class ListenState {
  readonly #file: string
  #stored: Stored

  constructor(env: Invocation['env'], key: string) {
    const base = env['XDG_STATE_HOME'] || (env['LOCALAPPDATA'] ?? join(env['HOME'] ?? homedir(), '.local/state'))
    const folder = join(base, 'galley', 'listen')
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    this.#file = join(folder, `${hash('sha256', key).slice(0, 32)}.json`)
    this.#stored = read(this.#file) ?? { secret: randomBytes(WEBHOOK_SECRET_CHARACTERS / 2).toString('hex') }
  }

  get secret(): string {
    return this.#stored.secret
  }

  /** Where to start: at the given time, or where the last run stopped; undefined if there was none. */
  begin(since: string | undefined): { after?: string; since?: string } | undefined {
    const { after, since: before, secret } = this.#stored
    if (since === undefined && after !== undefined) return { after }
    const from = since ?? before
    if (from === undefined) return undefined
    this.#write({ since: from, secret })
    return { since: from }
  }

  beginAfter(cursor: string): { after: string } {
    this.acknowledge(cursor)
    return { after: cursor }
  }

  acknowledge(cursor: string): void {
    this.#write({ after: cursor, secret: this.#stored.secret })
  }

  /** Replaced at once, so that a kill leaves the former file. */
  #write(stored: Stored): void {
    this.#stored = stored
    const draft = `${this.#file}.${process.pid}`
    writeFileSync(draft, JSON.stringify(stored), { mode: 0o600 })
    renameSync(draft, this.#file)
  }
}

function read(file: string): Stored | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return undefined
  }
}
