import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'

export interface ServerProcess {
  readonly port: number
  /** Lets it finish running requests; resolves when it has ended. */
  stop(): Promise<void>
}

const CHILD = join(import.meta.dirname, 'server-child.ts')
/** Longer than a server takes to stop. */
const STOPS_WITHIN_MS = 12_000

/** Starts server processes. The next one is prepared in advance: it has loaded the libraries, but not our sources. */
export class ServerProcesses {
  readonly #env: NodeJS.ProcessEnv
  readonly #nodeOptions: readonly string[]
  #prepared: ChildProcess | undefined

  constructor(env: NodeJS.ProcessEnv, nodeOptions: readonly string[]) {
    this.#env = env
    this.#nodeOptions = nodeOptions
    this.#prepare()
  }

  /** A debugger's port can be used by one process only. */
  get onePerTime(): boolean {
    return this.#nodeOptions.length > 0
  }

  /** Resolves when the server listens; undefined if it has ended before, after printing why. */
  async start(): Promise<ServerProcess | undefined> {
    const child = this.#prepared?.connected ? this.#prepared : this.#fork()
    this.#prepared = undefined
    const ended = once(child, 'exit')
    const message = once(child, 'message')
    child.send('start')
    const [response] = await Promise.race([message, ended.then(() => [undefined])])
    this.#prepare()
    return response === undefined ? undefined : { port: response.port, stop: () => stop(child, ended) }
  }

  async stop(): Promise<void> {
    const prepared = this.#prepared
    if (prepared?.connected) await stop(prepared, once(prepared, 'exit'))
  }

  #prepare(): void {
    if (!this.onePerTime) this.#prepared = this.#fork()
  }

  #fork(): ChildProcess {
    return fork(CHILD, [], { env: this.#env, execArgv: [...this.#nodeOptions] })
  }
}

async function stop(child: ChildProcess, ended: Promise<unknown>): Promise<void> {
  if (child.connected) child.disconnect()
  const timer = setTimeout(() => child.kill('SIGKILL'), STOPS_WITHIN_MS)
  await ended
  clearTimeout(timer)
}
