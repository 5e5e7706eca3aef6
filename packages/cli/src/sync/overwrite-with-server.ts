import { mkdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Post } from '@galley/client'
import { findReferences } from '@galley/markdown/references'
import { IMAGE_FIELDS, localReferences } from '../folder/local-references.ts'
import type { PostFile } from '../folder/post-file.ts'
import { replaceFile } from '../folder/replace-file.ts'
import type { ServerPost } from '../server/own-posts.ts'
import { type LocalPaths, localText, type Target } from './local-text.ts'
import type { Matches } from './match-posts.ts'
import { digestOf, serverRecord } from './record.ts'
import type { Sync } from './sync.ts'

export const CHANGED_FILE = 'the file was changed just now; run the command again'

/** The paths of all posts and images by their addresses. */
export function localPaths({ images, series }: Sync, matches: Pick<Matches, 'of'>): LocalPaths {
  const byUrl = new Map([...matches.of].map(([path, post]) => [post.url, path]))
  return { ofPost: url => byUrl.get(url), ofImage: url => images.pathOf(url), series }
}

export const readWhole = ({ client, gate, signal }: Sync, { id }: Pick<ServerPost, 'id'>): Promise<Post> =>
  gate.run(() => client.posts.read(id, { signal }))

/** How the file writes each address now, so that unchanged links stay as they are. */
export function targetOf(sync: Sync, matches: Pick<Matches, 'of'>, file: PostFile): Target {
  const { targets, fields } = localReferences(sync.folder, file)
  const spellings = new Map<string, string>()
  for (const [reference, target] of targets) {
    const written = file.content.slice(reference.start, reference.end)
    const address = target.kind === 'image' ? sync.images.urlOf(target.path) : matches.of.get(target.path)?.url
    if (address !== undefined) spellings.set(address + target.suffix, written)
  }
  const fieldAddresses = new Map<string, string>()
  for (const [name, { path }] of fields) {
    const address = sync.images.urlOf(path)
    if (address !== undefined) fieldAddresses.set(name, address)
  }
  return { path: file.path, file, spellings, fieldAddresses, id: undefined }
}

/** Writes the server's version to the file, with images that the folder does not have. False if the file was just changed. */
export async function overwriteWithServer(
  sync: Sync,
  matches: Pick<Matches, 'of'>,
  target: Target,
  remote: ServerPost,
): Promise<boolean> {
  const post = await readWhole(sync, remote)
  const addresses = [
    ...findReferences(post.content).map(({ destination }) => destination.replace(/#.*/s, '')),
    ...IMAGE_FIELDS.flatMap(name => post[name] ?? []),
  ]
  await sync.images.download(addresses, dirname(target.path))
  const text = localText(post, target, localPaths(sync, matches))
  const file = join(sync.project.root, target.path)
  await mkdir(dirname(file), { recursive: true })
  if (!(await replaceFile(file, text, target.file?.text))) return false
  sync.state.addVersion(target.file?.externalId ?? remote.external_id ?? remote.id, digestOf(serverRecord(remote)))
  return true
}
