import { type ChildProcess, spawn } from 'node:child_process'
import { rmSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { atExit } from '@galley/server/testing/processes/at-exit'
import { main } from '../../src/main.ts'

const ENTRY = join(import.meta.dirname, '../../gly.mjs')

export interface Result {
  readonly code: number
  readonly stdout: string
  readonly stderr: string
  // biome-ignore lint/suspicious/noExplicitAny: tests look into results of every shape
  readonly json: any
}

/** A folder in which `gly` runs, with its own configuration. */
export class Workspace {
  readonly folder: string
  readonly env: Record<string, string>

  private constructor(folder: string, env: Record<string, string>) {
    this.folder = folder
    this.env = env
  }

  static async create(env: Record<string, string> = {}): Promise<Workspace> {
    const folder = await mkdtemp(join(tmpdir(), 'gly-test-'))
    atExit(() => rmSync(folder, { recursive: true, force: true }))
    await mkdir(join(folder, 'work'))
    const { PATH = '', NODE_COMPILE_CACHE = '' } = process.env
    const config = { XDG_CONFIG_HOME: join(folder, 'config'), HOME: folder, GIT_CONFIG_NOSYSTEM: '1' }
    return new Workspace(join(folder, 'work'), { PATH, NODE_COMPILE_CACHE, ...config, ...env })
  }

  /** In a process of its own. */
  start(args: readonly string[], env: Record<string, string> = {}): ChildProcess {
    return spawn(process.execPath, [ENTRY, ...args], { cwd: this.folder, env: { ...this.env, ...env } })
  }

  /** In this process, which is faster than a new one for each command. */
  async gly(...args: string[]): Promise<Result> {
    const said = { stdout: '', stderr: '' }
    const stream = (name: keyof typeof said) => ({
      write: (text: string) => {
        said[name] += text
      },
    })
    const code = await main(args, {
      env: this.env,
      cwd: this.folder,
      stdout: stream('stdout'),
      stderr: stream('stderr'),
    })
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
