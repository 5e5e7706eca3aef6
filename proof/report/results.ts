import { mkdirSync, writeFileSync } from 'node:fs'
import { cpus, totalmem } from 'node:os'
import { join } from 'node:path'

const FOLDER = join(import.meta.dirname, '../results')

export const log = (line: string): void => void process.stdout.write(`${line}\n`)

/** Writes a file into the results folder and returns its path. */
export function saveFile(file: string, content: string): string {
  const path = join(FOLDER, file)
  mkdirSync(join(path, '..'), { recursive: true })
  writeFileSync(path, content)
  return path
}

/** Saves the figures as JSON, and as a table for docs/benchmarks.md. */
export function saveResults(name: string, results: object, markdown: string): void {
  const json = saveFile(`${name}.json`, `${JSON.stringify({ ...machine(), ...results }, null, 2)}\n`)
  const table = saveFile(`${name}.md`, `${described()}\n\n${markdown}\n`)
  log(`\nfigures: ${json}\nfor docs: ${table}`)
}

function machine() {
  const [first] = cpus()
  return {
    date: new Date().toISOString(),
    node: process.version,
    platform: `${process.platform} ${process.arch}`,
    cores: cpus().length,
    processor: first?.model ?? 'unknown',
    memoryGiB: Math.round(totalmem() / 2 ** 30),
  }
}

function described(): string {
  const { date, node, platform, cores, processor, memoryGiB } = machine()
  return `${date.slice(0, 10)}, ${cores} cores (${processor}), ${memoryGiB} GiB, ${platform}, Node ${node.slice(1)}, embedded PostgreSQL.`
}
