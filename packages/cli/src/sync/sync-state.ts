import { appendFileSync, existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const FOLDER = '.galley'
const FILE = 'state.jsonl'
/** Versions that are remembered per post. */
const KEPT = 5

type Line =
  | { readonly account: string; readonly id: string; readonly version: string }
  | { readonly account: string; readonly image: string; readonly url: string }

/**
 * What this folder has sent to the server and received from it, in `.galley/state.jsonl`. It may be deleted: then the
 * history of git tells the versions. A version is written here before it is sent, so that after a crash it is known, too.
 */
export class SyncState {
  readonly #root: string
  readonly #account: string
  readonly #versions = new Map<string, string[]>()
  readonly #images = new Map<string, string>()
  #lines = 0
  #hasWritten = false

  constructor(root: string, account: string) {
    this.#root = root
    this.#account = account
    for (const line of readLines(join(root, FOLDER, FILE))) {
      this.#lines++
      if (line.account === account) this.#add(line)
    }
  }

  /** Whether this version of the post came from this folder, or was written to it. */
  knows(externalId: string, version: string): boolean {
    return this.#versions.get(externalId)?.includes(version) ?? false
  }

  hasPost(externalId: string): boolean {
    return this.#versions.has(externalId)
  }

  /** The address of an uploaded image. */
  imageUrl(sha256: string): string | undefined {
    return this.#images.get(sha256)
  }

  addVersion(externalId: string, version: string): void {
    if (this.#versions.get(externalId)?.at(-1) === version) return
    this.#write({ account: this.#account, id: externalId, version })
  }

  /** Adds a version that the server has too. If that fails, nothing is lost: `gly status` works in a read-only folder. */
  noteVersion(externalId: string, version: string): void {
    try {
      this.addVersion(externalId, version)
    } catch {
      // A command that has to write reports why it cannot.
    }
  }

  addImage(sha256: string, url: string): void {
    if (this.#images.get(sha256) === url) return
    this.#write({ account: this.#account, image: sha256, url })
  }

  #write(line: Line): void {
    this.#add(line)
    const folder = join(this.#root, FOLDER)
    if (this.#lines === 0) {
      if (!existsSync(folder)) mkdirSync(folder)
      writeFileSync(join(folder, '.gitignore'), '*\n')
    }
    this.#lines++
    // An earlier command may have left half a line, for example because the disk was full.
    appendFileSync(join(folder, FILE), `${this.#hasWritten ? '' : '\n'}${JSON.stringify(line)}\n`)
    this.#hasWritten = true
  }

  #add(line: Line): void {
    if ('image' in line) this.#images.set(line.image, line.url)
    else {
      const others = (this.#versions.get(line.id) ?? []).filter(version => version !== line.version)
      this.#versions.set(line.id, [...others, line.version].slice(-KEPT))
    }
  }

  /** Removes outdated lines once they are the majority. */
  compact(): void {
    const file = join(this.#root, FOLDER, FILE)
    const own: Line[] = [
      ...[...this.#versions].flatMap(([id, versions]) =>
        versions.map(version => ({ account: this.#account, id, version })),
      ),
      ...[...this.#images].map(([image, url]) => ({ account: this.#account, image, url })),
    ]
    if (this.#lines < 1000 || this.#lines < 2 * own.length) return
    const others = [...readLines(file)].filter(line => line.account !== this.#account)
    const draft = `${file}.${process.pid}`
    writeFileSync(draft, [...others, ...own].map(line => `${JSON.stringify(line)}\n`).join(''))
    renameSync(draft, file)
  }
}

function* readLines(file: string): Generator<Line> {
  let text: string
  try {
    text = readFileSync(file, 'utf8')
  } catch {
    return
  }
  for (const written of text.split('\n')) {
    const line = parsed(written)
    if (line !== null) yield line
  }
}

function parsed(line: string): Line | null {
  try {
    return JSON.parse(line)
  } catch {
    // An empty line, or the end of one that was being written when the process was killed.
    return null
  }
}
