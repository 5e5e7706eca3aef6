import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

const ENTRY = join(import.meta.dirname, '../../gly.mjs')

export interface Result {
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
  // biome-ignore lint/suspicious/noExplicitAny: tests look into results of every shape
  readonly json: any
}

/** A folder in which `gly` runs as its own process, with its own configuration. */
export class Workspace {
  readonly folder: string
  readonly env: Record<string, string>

  private constructor(folder: string, env: Record<string, string>) {
    this.folder = folder
    this.env = env
  }

  static async create(env: Record<string, string> = {}): Promise<Workspace> {
    const folder = await mkdtemp(join(tmpdir(), 'gly-test-'))
    await mkdir(join(folder, 'work'))
    const { PATH = '', NODE_COMPILE_CACHE = '' } = process.env
    const config = { XDG_CONFIG_HOME: join(folder, 'config'), HOME: folder, GIT_CONFIG_NOSYSTEM: '1' }
    return new Workspace(join(folder, 'work'), { PATH, NODE_COMPILE_CACHE, ...config, ...env })
  }

  start(args: readonly string[], env: Record<string, string> = {}): ChildProcess {
    return spawn(process.execPath, [ENTRY, ...args], { cwd: this.folder, env: { ...this.env, ...env } })
  }

  async gly(...args: string[]): Promise<Result> {
    const child = this.start(args)
    const said = { stdout: '', stderr: '' }
    child.stdout?.setEncoding('utf8').on('data', text => {
      said.stdout += text
    })
    child.stderr?.setEncoding('utf8').on('data', text => {
      said.stderr += text
    })
    child.stdin?.end()
    const [code] = await once(child, 'close')
    return { code, ...said, json: args.includes('--json') && said.stdout !== '' ? JSON.parse(said.stdout) : undefined }
  }

  async write(path: string, text: string | Uint8Array): Promise<void> {
    await mkdir(dirname(join(this.folder, path)), { recursive: true })
    await writeFile(join(this.folder, path), text)
  }

  read(path: string): Promise<string> {
    return readFile(join(this.folder, path), 'utf8')
  }

  async remove(path = '..'): Promise<void> {
    await rm(join(this.folder, path), { recursive: true, force: true })
  }
}

/** A post's file. */
export const postText = (fields: Record<string, string>, content: string): string =>
  `---\n${Object.entries(fields)
    .map(([name, value]) => `${name}: ${value}\n`)
    .join('')}---\n\n${content}\n`
