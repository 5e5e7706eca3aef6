import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { DataFolder, NO_RATE_LIMITS, ServerProcess } from '@galley/server/testing/processes/galley-process'
import type { ProcessSettings } from '@galley/server/testing/processes/isolated-environment'
import { RECEIVER_ENV } from '@galley/server/testing/receiver'
import { TEST_SECRET_KEY } from '@galley/server/testing/test-database'

const SHIFTED_CLOCK = pathToFileURL(join(import.meta.dirname, 'shifted-clock.mjs')).href
/** Each has a data folder of its own, as on its own machine. The first one also has jobs, and a wrong clock. */
const NODES = {
  'api 1, clock 10 minutes ahead': { ROLE: 'all', NODE_OPTIONS: `--import=${SHIFTED_CLOCK}` },
  'api 2': { ROLE: 'api' },
  'api 3': { ROLE: 'api' },
  'worker 1': { ROLE: 'worker' },
  'worker 2': { ROLE: 'worker' },
} as const

export type NodeName = keyof typeof NODES

/** Three nodes that serve requests and two workers. */
export class ClusterNodes {
  readonly #settings: ProcessSettings
  readonly #nodes = new Map<NodeName, { process: ServerProcess; folder: DataFolder }>()

  constructor(settings: ProcessSettings) {
    this.#settings = {
      ...NO_RATE_LIMITS,
      ...RECEIVER_ENV,
      SECRET_KEY: TEST_SECRET_KEY,
      WEBHOOK_TIMEOUT: '5s',
      WEBHOOK_RETRY_SCHEDULE: Array.from({ length: 30 }, () => '1s').join(','),
      ...settings,
    }
  }

  async start(): Promise<void> {
    // One after the other: the first one migrates, and the machine may be small.
    for (const name of Object.keys(NODES) as NodeName[]) await this.startNode(name)
  }

  async startNode(name: NodeName): Promise<void> {
    const folder = this.#nodes.get(name)?.folder ?? new DataFolder()
    const process = new ServerProcess({ ...this.#settings, DATA_DIR: folder.path, ...NODES[name] })
    this.#nodes.set(name, { process, folder })
    await process.untilReady()
  }

  get apiUrls(): string[] {
    return (['api 1, clock 10 minutes ahead', 'api 2', 'api 3'] as const).map(name => this.urlOf(name))
  }

  urlOf(name: NodeName): string {
    return this.processOf(name).url
  }

  processOf(name: NodeName): ServerProcess {
    const node = this.#nodes.get(name)
    if (node === undefined) throw new Error(`${name} was not started`)
    return node.process
  }

  /** Gracefully; returns the names of those that did not exit with 0. */
  async stop(): Promise<string[]> {
    const results = [...this.#nodes].map(async ([name, { process }]) => ((await process.stop()) === 0 ? [] : [name]))
    return (await Promise.all(results)).flat()
  }

  async destroy(): Promise<void> {
    for (const { process, folder } of this.#nodes.values()) {
      process.child.kill('SIGCONT')
      await process.stop('SIGKILL')
      folder.remove()
    }
  }
}
