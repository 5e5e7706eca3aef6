import { existsSync, realpathSync, statSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { dirname, join, relative, resolve, sep } from 'node:path'
import { closest } from '@galley/contract/closest'
import { normalText, parseMapping } from '@galley/importers/markdown/front-matter'
import { CliError, usageError } from '../cli-error.ts'
import { EXIT } from '../exit-codes.ts'
import type { FileError } from './file-error.ts'

export const PROJECT_FILE = 'galley.yaml'

export interface Project {
  /** The folder of `galley.yaml`. */
  readonly root: string
  readonly url: string | undefined
  /** The folder with the posts, below the root; empty for the root itself. */
  readonly posts: string
  /** Put before the path in the names of posts, for several folders that belong to one account. */
  readonly prefix: string
  /** The command is for this file or folder below the root only; empty for all. */
  readonly scope: string
  readonly errors: readonly FileError[]
}

const KEYS = ['url', 'posts', 'prefix']

/** Finds `galley.yaml` in the given folder or above it. */
export async function openProject(cwd: string, given = '.'): Promise<Project> {
  const target = resolve(cwd, given)
  if (!existsSync(target)) throw usageError(`${given} does not exist.`)
  const start = statSync(target).isDirectory() ? target : dirname(target)
  const root = findRoot(start)
  if (root === undefined) {
    throw new CliError(`There is no ${PROJECT_FILE} in ${start} or above it.`, {
      fix: 'Run gly init in the folder with your posts.',
      exitCode: EXIT.usageError,
    })
  }
  const settings = readSettings(await readFile(join(root, PROJECT_FILE), 'utf8'))
  const errors = isLink(root, settings.posts) ? [...settings.errors, linkError(settings.posts)] : settings.errors
  return { root, scope: slashes(relative(root, target)), ...settings, errors }
}

/** Posts behind a symbolic link would not be found. */
function isLink(root: string, posts: string): boolean {
  const folder = join(root, posts)
  return existsSync(folder) && realpathSync(folder) !== join(realpathSync(root), posts)
}

const linkError = (posts: string): FileError => ({
  file: PROJECT_FILE,
  line: 1,
  message: `The folder "${posts}" is a symbolic link, and these are not followed.`,
  fix: `Put ${PROJECT_FILE} into the folder with the posts, or move the posts here.`,
})

function findRoot(folder: string): string | undefined {
  if (statSync(join(folder, PROJECT_FILE), { throwIfNoEntry: false })?.isFile()) return folder
  const parent = dirname(folder)
  return parent === folder ? undefined : findRoot(parent)
}

function readSettings(text: string): Pick<Project, 'url' | 'posts' | 'prefix' | 'errors'> {
  const parsed = parseMapping(normalText(text), 1)
  const errors: FileError[] = parsed.errors.map(error => ({ file: PROJECT_FILE, ...error }))
  const settings: Record<string, string> = {}
  for (const [name, { value, line }] of parsed.entries) {
    const at = { file: PROJECT_FILE, line }
    if (!KEYS.includes(name)) {
      const similar = closest(name, KEYS)
      const fix =
        similar === undefined ? `Remove it; the settings are ${KEYS.join(', ')}.` : `Did you mean "${similar}"?`
      errors.push({ ...at, message: `"${name}" is not a setting.`, fix })
    } else if (typeof value === 'string') settings[name] = value
    else if (value !== null) errors.push({ ...at, message: `${name} must be text.`, fix: 'Put it in quotes.' })
  }
  const posts = slashes(settings['posts'] ?? '').replace(/^\.\/|\/+$/g, '')
  if (posts.split('/').includes('..') || posts.startsWith('/')) {
    const line = parsed.entries.get('posts')?.line ?? 1
    errors.push({
      file: PROJECT_FILE,
      line,
      message: 'posts must be a folder below this file.',
      fix: 'Write "posts: posts".',
    })
  }
  return {
    url: settings['url'] || undefined,
    posts: posts === '.' ? '' : posts,
    prefix: settings['prefix'] ?? '',
    errors,
  }
}

const slashes = (path: string): string => path.split(sep).join('/')

/** Whether a command that was given a path is about this file. */
export const inScope = ({ scope }: Pick<Project, 'scope'>, path: string): boolean =>
  scope === '' || path === scope || path.startsWith(`${scope}/`)
