import { readdir, stat } from 'node:fs/promises'
import { join, posix } from 'node:path'
import { compareErrors, type FileError } from './file-error.ts'
import { isImageName } from './file-names.ts'
import { localReferences } from './local-references.ts'
import { type PostFile, readPostFile } from './post-file.ts'
import type { Project } from './project.ts'

/** All posts and images of a project. */
export interface Folder {
  readonly project: Project
  readonly posts: readonly PostFile[]
  /** The paths of all images below the root. */
  readonly images: ReadonlySet<string>
  /** Sorted by file and line. */
  readonly errors: readonly FileError[]
  /** The same without links to files that do not exist. */
  readonly errorsOfFiles: readonly FileError[]
}

/** Many open files at once would exceed the limit of the system. */
const READ_CONCURRENCY = 64

/** Files that were read before, for a folder that is read again and again. */
export type FileCache = Map<string, { readonly version: string; readonly post: PostFile }>

export async function readFolder(project: Project, cache: FileCache = new Map()): Promise<Folder> {
  const files = await listFiles(project.root)
  const below = project.posts === '' ? '' : `${project.posts}/`
  const paths = files.filter(path => path.endsWith('.md') && path.startsWith(below)).sort()
  const posts: PostFile[] = []
  for (let at = 0; at < paths.length; at += READ_CONCURRENCY) {
    const batch = paths.slice(at, at + READ_CONCURRENCY)
    posts.push(...(await Promise.all(batch.map(path => readCached(project, path, cache)))))
  }
  const images = new Set(files.filter(isImageName))
  const errorsOfFiles = [...project.errors, ...posts.flatMap(post => post.errors), ...duplicateIds(posts)]
  const errors = [...errorsOfFiles, ...posts.flatMap(post => localReferences({ posts, images }, post).errors)]
  return {
    project,
    posts,
    images,
    errorsOfFiles: errorsOfFiles.sort(compareErrors),
    errors: errors.sort(compareErrors),
  }
}

async function readCached({ root, prefix }: Project, path: string, cache: FileCache): Promise<PostFile> {
  const { mtimeMs, size } = await stat(join(root, path))
  const version = `${mtimeMs} ${size} ${prefix}`
  const known = cache.get(path)
  if (known?.version === version) return known.post
  const post = await readPostFile(join(root, path), path, prefix)
  cache.set(path, { version, post })
  return post
}

/** All files below a folder, without hidden ones and installed packages. */
async function listFiles(root: string, below = ''): Promise<string[]> {
  const entries = await readdir(join(root, below), { withFileTypes: true })
  const lists = entries
    .filter(({ name }) => !name.startsWith('.') && name !== 'node_modules')
    .map(async entry => {
      const path = posix.join(below, entry.name)
      if (entry.isDirectory()) return listFiles(root, path)
      return entry.isFile() ? [path] : []
    })
  return (await Promise.all(lists)).flat()
}

function duplicateIds(posts: readonly PostFile[]): FileError[] {
  const first = new Map<string, PostFile>()
  return posts.flatMap(post => {
    const other = first.get(post.externalId)
    if (other === undefined) {
      first.set(post.externalId, post)
      return []
    }
    const message = `${other.path} has the same id, "${post.externalId}".`
    return [{ file: post.path, line: post.lineOf('id'), message, fix: 'Give each file an id of its own.' }]
  })
}
