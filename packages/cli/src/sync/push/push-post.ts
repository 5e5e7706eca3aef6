import { ApiError, type ChangePost, type CreatePost, type Post } from '@galley/client'
import { ABSENT, FIELD_NAMES, type FieldName } from '@galley/contract/writing/front-matter'
import type { FileError } from '../../folder/file-error.ts'
import { localReferences } from '../../folder/local-references.ts'
import type { PostFile } from '../../folder/post-file.ts'
import { LONG_CHARACTERS } from '../../folder/rendering-limits.ts'
import type { ServerPost } from '../../server/own-posts.ts'
import type { Entry } from '../plan.ts'
import { differences, digestOf, type PostRecord, serverRecord } from '../record.ts'
import { type Addresses, type ResolvedPost, resolvePost } from '../resolve-post.ts'
import type { Sync } from '../sync.ts'

/** The server's version changed between the comparison and the write. */
export class ChangedMeanwhile extends Error {
  override readonly name = 'ChangedMeanwhile'
}

/** The server does not accept an image of the post. */
export class RejectedImage extends Error {
  override readonly name = 'RejectedImage'
  readonly error: FileError

  constructor(error: FileError) {
    super(error.message)
    this.error = error
  }
}

interface Pushed {
  readonly result: 'created' | 'updated'
  /** The limit of rendering that the text exceeds, if readers see it. */
  readonly exceededLimit: Post['exceeded_limit']
}

/** Sends a file: its images first, then the post. */
export async function pushPost(sync: Sync, entry: Entry, addresses: Addresses): Promise<Pushed> {
  const { file, remote } = entry
  await uploadImages(sync, file)
  const local = resolvePost(sync.folder, file, addresses)
  const record = asPlanned(local.record, entry.local.record)
  // Before it is sent: if the response is lost, the next push knows that this version came from here.
  sync.state.addVersion(file.externalId, digestOf(record))
  if (remote === undefined) {
    return { result: 'created', exceededLimit: await create(sync, file, { ...local, record }) }
  }
  const { exceeded_limit } = await update(sync, entry, remote, { ...local, record })
  return { result: 'updated', exceededLimit: exceeded_limit }
}

/** Status and time are those of the comparison, which treats a schedule that has passed as published. */
const asPlanned = (record: PostRecord, { fields: { status, scheduled_for } }: PostRecord): PostRecord => ({
  ...record,
  fields: { ...record.fields, status, scheduled_for },
})

async function uploadImages(sync: Sync, file: PostFile): Promise<void> {
  const { targets, fields } = localReferences(sync.folder, file)
  const uses = [
    ...[...targets].map(([reference, target]) => ({ target, line: file.contentLineOf(reference.start) })),
    ...[...fields].map(([field, target]) => ({ target, line: file.lineOf(field) })),
  ]
  for (const { target, line } of uses) {
    if (target.kind !== 'image') continue
    await sync.images.upload(target.path).catch(error => {
      if (!(error instanceof ApiError && error.status === 400)) throw error
      const message = `The server rejects the image ${target.path}.`
      throw new RejectedImage({ file: file.path, line, message, fix: error.fields[0]?.message ?? error.message })
    })
  }
}

async function create(
  { client, gate, signal }: Sync,
  file: PostFile,
  { record, content }: ResolvedPost,
): Promise<Pushed['exceededLimit']> {
  const body = createBody(file.externalId, record, content)
  const read = () => gate.run(() => client.posts.readByExternalId(file.externalId, { signal }))
  try {
    await gate.run(() => client.posts.create(body, { signal }))
  } catch (error) {
    if (!isExternalIdTaken(error)) throw error
    if ((await read()).content !== content) throw new ChangedMeanwhile()
  }
  return content.length > LONG_CHARACTERS ? (await read()).exceeded_limit : null
}

/** The server may still handle the create of a push that was killed just before. */
export const isExternalIdTaken = (error: unknown): boolean =>
  error instanceof ApiError && error.status === 400 && error.fields.some(({ field }) => field === 'external_id')

/** The post was edited, or deleted. */
export const isChangedMeanwhile = (error: unknown): boolean =>
  error instanceof ApiError && (error.status === 412 || error.status === 404)

async function update(
  sync: Sync,
  { file, renamedFrom }: Entry,
  remote: ServerPost,
  local: ResolvedPost,
): Promise<Post> {
  const { client, gate, signal } = sync
  const body = {
    ...changeBody(remote, local.record, local.content),
    ...(renamedFrom !== undefined && { external_id: file.externalId }),
  }
  try {
    return await gate.run(() => client.posts.change(remote.id, body, { ifMatch: remote.etag, signal }))
  } catch (error) {
    throw isChangedMeanwhile(error) ? new ChangedMeanwhile() : error
  }
}

/** A new post. Fields with their usual value are left out: they may need a plan or a permission. */
export function createBody(externalId: string, record: PostRecord, content: string): CreatePost {
  const fields = FIELD_NAMES.filter(name => !isAbsent(name, record)).map(name => [name, record.fields[name]])
  return {
    ...(Object.fromEntries(fields) as Partial<CreatePost>),
    title: String(record.fields.title),
    content,
    external_id: externalId,
  }
}

/** Only what differs, so that a token needs only the permissions for the change. */
export function changeBody(remote: ServerPost, record: PostRecord, content: string): ChangePost {
  const changed = differences(serverRecord(remote), record)
  const names = new Set(changed)
  // Status and time are sent together: the server rejects a time without the status `scheduled`.
  if (names.has('scheduled_for') && record.fields.status === 'scheduled') names.add('status')
  if (names.has('status') && record.fields.status === 'scheduled') names.add('scheduled_for')
  else if (names.has('status')) names.delete('scheduled_for')
  // A price is checked together with whether the post is paid.
  if (names.has('is_paid') && record.fields.is_paid === true) names.add('price_jpy')
  // The server forgets the place of a post that moves to another series.
  if (names.has('series_id') && record.fields.series_id !== null) names.add('series_position')
  const body = [...names].map(name => [name, name === 'content' ? content : record.fields[name]])
  return Object.fromEntries(body) as ChangePost
}

const isAbsent = (name: FieldName, { fields }: PostRecord): boolean =>
  JSON.stringify(fields[name]) === JSON.stringify(ABSENT[name])
