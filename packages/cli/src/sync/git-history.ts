import { execFile } from 'node:child_process'
import { posix } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)
/** The number of earlier versions of a file that are looked at. */
const VERSIONS_MAX = 50
const OUTPUT_MAX_BYTES = 64 * 1024 * 1024

export interface CommittedVersion {
  /** Below the project's folder, as it was then. */
  readonly path: string
  readonly text: string
  /** Another file at the same commit; undefined if there was none. */
  readonly readFile: (path: string) => Promise<Buffer | undefined>
}

/** The history of files in git. Without git, or outside a repository, there is none. */
export class GitHistory {
  readonly #root: string
  #prefix: Promise<string | undefined> | undefined

  constructor(root: string) {
    this.#root = root
  }

  async #git(...args: string[]): Promise<Buffer | undefined> {
    try {
      const options = { cwd: this.#root, encoding: 'buffer', maxBuffer: OUTPUT_MAX_BYTES } as const
      return (await run('git', ['-c', 'core.quotepath=off', ...args], options)).stdout
    } catch {
      return undefined
    }
  }

  /** The project's folder inside the repository, with a slash at the end; undefined outside a repository. */
  #folder(): Promise<string | undefined> {
    this.#prefix ??= this.#git('rev-parse', '--show-prefix').then(out => out?.toString().trimEnd())
    return this.#prefix
  }

  /** Newest first, also under earlier names. */
  async *versionsOf(path: string): AsyncGenerator<CommittedVersion> {
    for (const { commit, path: then } of await this.#commitsOf(path)) {
      const readFile = (file: string) => this.#git('show', `${commit}:./${file}`)
      const text = await readFile(then)
      if (text !== undefined) yield { path: then, text: text.toString('utf8'), readFile }
    }
  }

  /** The earlier names of a file, latest first. */
  async formerPaths(path: string): Promise<string[]> {
    const paths = (await this.#commitsOf(path)).map(commit => commit.path)
    return [...new Set(paths)].filter(former => former !== path)
  }

  /** Whether git has exactly this text of the file, so that replacing it loses nothing. */
  async isCommitted(path: string): Promise<boolean> {
    const tracked = await this.#git('ls-files', '--error-unmatch', '--', path)
    if (tracked === undefined) return false
    const changes = await this.#git('status', '--porcelain', '--', path)
    return changes !== undefined && changes.length === 0
  }

  /** A clone without its history, as CI systems make it by default. */
  async isShallow(): Promise<boolean> {
    return (await this.#git('rev-parse', '--is-shallow-repository'))?.toString().trim() === 'true'
  }

  async #commitsOf(path: string): Promise<{ commit: string; path: string }[]> {
    const folder = await this.#folder()
    if (folder === undefined) return []
    const format = ['--format=%x00%H', '--name-only', '-z', `--max-count=${VERSIONS_MAX}`]
    const out = await this.#git('log', '--follow', ...format, '--', path)
    // NUL, commit, NUL, line end, path, NUL
    const parts = (out?.toString('utf8') ?? '').split('\0').map(part => part.trim())
    const commits: { commit: string; path: string }[] = []
    let commit: string | undefined
    for (const part of parts) {
      if (/^[0-9a-f]{40,64}$/.test(part)) commit = part
      else if (part !== '' && commit !== undefined) commits.push({ commit, path: posix.relative(folder, part) })
    }
    return commits
  }
}
