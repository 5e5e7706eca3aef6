import type { Target } from './target.ts'

const MIB = 1024 * 1024

/** Resource usage of the server process, from its metrics. */
export interface ProcessUsage {
  readonly heapMib: number
  readonly residentMib: number
  readonly files: number
  readonly bytesInFlight: number
}

export async function readProcessUsage({ url }: Pick<Target, 'url'>): Promise<ProcessUsage> {
  const text = await (await fetch(`${url}/metrics`)).text()
  const read = (name: string) => Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1] ?? Number.NaN)
  return {
    heapMib: Math.round(read('nodejs_heap_size_used_bytes') / MIB),
    residentMib: Math.round(read('process_resident_memory_bytes') / MIB),
    files: read('process_open_fds'),
    bytesInFlight: read('galley_bytes_in_flight'),
  }
}
