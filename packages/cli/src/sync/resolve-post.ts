import type { FieldName, FieldValue } from '@galley/contract/writing/front-matter'
import { replaceReferences } from '@galley/markdown/references'
import type { Folder } from '../folder/folder.ts'
import { localReferences } from '../folder/local-references.ts'
import type { PostFile } from '../folder/post-file.ts'
import { localRecord, type PostRecord } from './record.ts'

/** The addresses of files on the server; undefined if a file is not there yet. */
export interface Addresses {
  readonly ofPost: (path: string) => string | undefined
  readonly ofImage: (path: string) => string | undefined
  /** The id of a series by its name; undefined if it will be created. */
  readonly ofSeries: (name: string) => string | undefined
}

/** A post as it is sent: links to files and images are replaced by addresses. */
export interface ResolvedPost {
  readonly record: PostRecord
  readonly content: string
  /** The files that have no address yet. The server cannot have this version then. */
  readonly missingPosts: readonly string[]
  readonly missingImages: readonly string[]
}

export function resolvePost(
  folder: Pick<Folder, 'posts' | 'images'>,
  post: PostFile,
  addresses: Addresses,
): ResolvedPost {
  const { targets, fields: images } = localReferences(folder, post)
  const missingPosts = new Set<string>()
  const missingImages = new Set<string>()
  const imageAddress = (path: string): string | undefined => {
    const address = addresses.ofImage(path)
    if (address === undefined) missingImages.add(path)
    return address
  }
  const content = replaceReferences(post.content, post.references, reference => {
    const target = targets.get(reference)
    if (target === undefined) return undefined
    const address = target.kind === 'image' ? imageAddress(target.path) : addresses.ofPost(target.path)
    if (address === undefined && target.kind === 'post') missingPosts.add(target.path)
    return address === undefined ? undefined : address + target.suffix
  })
  const fields: Record<FieldName, FieldValue> = { ...post.fields }
  // A series that does not exist yet has its name here. It is not an id, so the post counts as changed.
  if (post.series !== undefined) fields.series_id = addresses.ofSeries(post.series) ?? post.series
  for (const [name, { path }] of images) fields[name as FieldName] = imageAddress(path) ?? null
  return {
    record: localRecord(fields, content),
    content,
    missingPosts: [...missingPosts],
    missingImages: [...missingImages],
  }
}
