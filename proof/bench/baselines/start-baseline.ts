import { once } from 'node:events'
import { join } from 'node:path'
import { forkProcess } from '../../support/slices.ts'

/** Starts a server of this folder in a process of its own, which gets `config` and reports its port. */
export async function startBaseline(file: string, config: object): Promise<{ url: string; close(): void }> {
  const child = forkProcess(join(import.meta.dirname, file))
  child.send(config)
  const [port] = await once(child, 'message')
  return { url: `http://127.0.0.1:${port}`, close: () => child.disconnect() }
}
