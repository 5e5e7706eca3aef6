import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { type ImageSize, imageSizeOf } from '@galley/contract/writing/image-names'
import { IMAGE_EXTENSIONS, type ImageType } from '@galley/contract/writing/images'
import type { AppContext } from '../../platform/context.ts'
import { withScratchFiles } from '../../platform/storage/scratch-folder.ts'
import { readImageSize } from './images/decode-image.ts'
import {
  finishIndex,
  type IndexState,
  indexCommentsAndProfiles,
  indexPosts,
  readIndexState,
  writeIndexState,
} from './index-store.ts'
import { insertFoundUpload, knownPaths } from './upload-store.ts'

const POSTS_PER_STEP = 200
const FILES_PER_STEP = 200
/** A run ends after this time and the next one continues, so that other tasks and a stop of the server do not wait. */
const RUN_MS = 30_000
/** A file without a row is left by a process that ended while it stored an image. */
const REPEAT_AFTER_MS = 7 * 24 * 3_600_000

/**
 * Records images and uses from before the table of uploads existed, and later files without a row. It goes on where the
 * last run has ended. Returns how many images were recorded.
 */
export async function indexUploads(context: AppContext, runMs = RUN_MS): Promise<number> {
  const untilMs = performance.now() + runMs
  let recorded = 0
  let state = await readIndexState(context.db)
  const isRecent =
    state.finished_at !== null && context.clock.now().getTime() < state.finished_at.getTime() + REPEAT_AFTER_MS
  // Between two complete runs the cursor is at its beginning.
  if (isRecent && state.cursor === '') return 0
  do {
    const next = await step(context, state)
    recorded += next.recorded
    if (next.state === undefined) {
      await finishIndex(context.db)
      return recorded
    }
    state = next.state
    await writeIndexState(context.db, state)
  } while (performance.now() < untilMs)
  return recorded
}

interface Step {
  readonly recorded: number
  /** Undefined after the last step. */
  readonly state: IndexState | undefined
}

async function step({ db, ...context }: AppContext, state: IndexState): Promise<Step> {
  if (state.phase === 'posts') {
    const last = await indexPosts(db, state.cursor, POSTS_PER_STEP)
    const next = last === undefined ? { phase: 'others' as const, cursor: '' } : { cursor: last }
    return { recorded: 0, state: { ...state, ...next } }
  }
  if (state.phase === 'others') {
    await indexCommentsAndProfiles(db)
    return { recorded: 0, state: { ...state, phase: 'files', cursor: '' } }
  }
  const keys = await context.storage.list('posts/', state.cursor, FILES_PER_STEP)
  const last = keys.at(-1)
  if (last === undefined) return { recorded: 0, state: undefined }
  const known = await knownPaths(db, keys)
  let recorded = 0
  for (const key of keys) if (!known.has(key) && (await recordFile({ db, ...context }, key))) recorded++
  return { recorded, state: { ...state, cursor: last } }
}

const STORED =
  /^posts\/([0-9a-f-]{36})\/(?:([0-9a-f-]{36})\/thumbnail-)?([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.(\w+)$/
const TYPES = new Map(Object.entries(IMAGE_EXTENSIONS).map(([type, extension]) => [extension, type as ImageType]))

/** Returns whether it is an image that was not known. */
async function recordFile(context: AppContext, path: string): Promise<boolean> {
  const [, userId, postId, id, extension] = STORED.exec(path) ?? []
  const type = TYPES.get(extension as (typeof IMAGE_EXTENSIONS)[ImageType])
  if (userId === undefined || id === undefined || type === undefined) return false
  const blob = await context.storage.open(path)
  if (blob === undefined) return false
  const read = await readBlob(context, path, blob.body)
  if (read === undefined) return false
  return insertFoundUpload(context.db, {
    id,
    user_id: userId,
    post_id: postId ?? null,
    path,
    // The original name is not known.
    file_name: `${id}.${extension}`,
    file_size: blob.info.size,
    mime_type: type,
    ...read.size,
    sha256: read.sha256,
    stored_sha256: read.sha256,
    created_at: blob.info.modifiedAt,
  })
}

/** Digest and size of an image; undefined if it cannot be decoded. Most names contain the size. */
async function readBlob(
  { settings, log }: AppContext,
  path: string,
  body: Readable,
): Promise<{ sha256: Buffer; size: ImageSize } | undefined> {
  const hash = createHash('sha256')
  const named = imageSizeOf(`/${path}`)
  if (named !== undefined) {
    for await (const chunk of body) hash.update(chunk)
    return { sha256: hash.digest(), size: named }
  }
  return withScratchFiles(settings.dataDir, async newFile => {
    const file = newFile()
    async function* hashed(chunks: AsyncIterable<Buffer>) {
      for await (const chunk of chunks) {
        hash.update(chunk)
        yield chunk
      }
    }
    await pipeline(body, hashed, createWriteStream(file, { flags: 'wx' }))
    const size = await readImageSize(file).catch(() => undefined)
    if (size === undefined) log.warn({ path }, 'a stored file is not an image')
    return size && { sha256: hash.digest(), size }
  })
}
