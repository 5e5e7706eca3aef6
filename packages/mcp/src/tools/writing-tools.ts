import type { ChangePost, CreatePost } from '@galley/client'
import { z } from 'zod'
import { respond, ToolError } from '../responses.ts'
import { tool } from '../tool.ts'
import type { ToolContext } from '../tool-context.ts'
import { findExceededLimit, isPublic, readVersion, versionEtag } from '../version-of.ts'
import { postFields, postId, writable, written } from './fields.ts'

export const createDraft = tool({
  name: 'create_draft',
  title: 'Create a draft',
  description: 'Creates a draft, which only the author sees.',
  effect: 'writes',
  input: z.object({ ...postFields, title: z.string(), content: z.string() }),
  async run({ client }, fields) {
    const { id, url, slug } = await client.posts.create({ ...written(fields), status: 'draft' } as CreatePost)
    return { ...respond({ id, slug, url, status: 'draft' }), postId: id }
  },
})

const replacement = z.strictObject({ old: z.string().min(1), new: z.string() })

export const changePost = tool({
  name: 'change_post',
  title: 'Change a post',
  description:
    'Changes fields of an own post, or replaces passages of its text: each `old` must occur exactly once. A draft is changed at once. Changes of a public post wait: readers do not see them until they are published.',
  effect: 'writes',
  input: z.object({
    id: postId,
    etag: z.string().optional().describe('Of read_post; the change is rejected if the post has changed since.'),
    replace: z.array(replacement).min(1).max(50).optional(),
    ...postFields,
  }),
  async run({ client }, { id, etag, replace, ...fields }) {
    const { post, pending, etag: present, fields: current } = await readVersion(client, id)
    if (etag !== undefined && etag !== present) {
      throw new ToolError('PRECONDITION_FAILED: the post has changed. Nothing was changed. Read the post again.')
    }
    if (replace !== undefined && fields.content !== undefined) {
      throw new ToolError('Send either content or replace, not both.')
    }
    const change = {
      ...written(fields),
      ...(replace !== undefined && { content: replaced(current.content, replace) }),
    } as ChangePost
    if (Object.keys(change).length === 0) throw new ToolError('Send what to change: fields, or replace.')
    const options = { ifMatch: post.etag ?? undefined }
    const exceeded_limit = await findExceededLimit(client, change.content)
    if (isPublic(post)) {
      const ifPending = pending?.id ?? 'none'
      const saved = await client.revisions.savePending(post.id, change, { ...options, ifPending })
      const etag = versionEtag(post, saved)
      return respond({ id: post.id, pending: true, saved_at: saved.saved_at, etag, exceeded_limit })
    }
    const changed = await client.posts.change(post.id, change, options)
    const { updated_at: saved_at } = changed
    return respond({ id: changed.id, pending: false, saved_at, etag: changed.etag, exceeded_limit })
  },
})

function replaced(content: string, replacements: readonly z.infer<typeof replacement>[]): string {
  return replacements.reduce((text, { old, new: next }, i) => {
    const [first, ...rest] = text.split(old)
    if (rest.length === 1) return `${first}${next}${rest[0]}`
    const found = rest.length === 0 ? 'does not occur' : `occurs ${rest.length} times`
    throw new ToolError(`replace[${i}].old ${found} in the text. Nothing was changed. Copy a longer exact passage.`)
  }, content)
}

export const checkPost = tool({
  name: 'check_post',
  title: 'Check a post',
  description:
    'Checks fields without storing anything, and says what is wrong. With `id`, the post with these changes is checked.',
  effect: 'reads',
  input: z.object({ id: postId.optional(), ...postFields }),
  async run({ client }, { id, ...fields }) {
    const current = id === undefined ? {} : writable((await readVersion(client, id)).fields)
    // A post of another type leaves its series.
    const leaves = fields.post_type !== undefined && fields.post_type !== 'series_entry' && { series_id: null }
    // A new draft has the same rules for these fields, and needs no right to publish.
    const checked = { ...current, ...leaves, ...written(fields), status: 'draft' } as CreatePost
    await client.posts.create(checked, { dryRun: true })
    return respond({ ok: true, faults: [], exceeded_limit: await findExceededLimit(client, checked.content) })
  },
})

/** 5 MB as base64: the body of a request to /mcp has at most 8 MB. */
const DATA_MAX_CHARACTERS = Math.ceil((5 * 1024 * 1024) / 3) * 4

export const uploadImage = tool({
  name: 'upload_image',
  title: 'Upload an image',
  description:
    'Stores a JPEG, PNG, GIF or WebP image of at most 10 MB and returns its address for ![](…). Send one of url, data (at most 5 MB), or path (only with gly mcp, and inside its folder).',
  effect: 'writes',
  isOpenWorld: true,
  input: z.object({
    url: z.string().max(2048).optional().describe('A public https address.'),
    data: z.base64().max(DATA_MAX_CHARACTERS).optional(),
    path: z.string().optional().describe('A file in the folder of gly mcp.'),
    file_name: z.string().max(200).optional(),
  }),
  async run({ client, readImage }, { url, data, path, file_name }) {
    if ([url, data, path].filter(given => given !== undefined).length !== 1) {
      throw new ToolError('Send exactly one of url, data and path.')
    }
    const store = async () => {
      // The server fetches it, and rejects private addresses.
      if (url !== undefined) return client.uploads.fetch({ url, ...(file_name !== undefined && { file_name }) })
      const image = data === undefined ? await imageAt(path ?? '', readImage) : new Blob([Buffer.from(data, 'base64')])
      return client.uploads.create(image, { fileName: file_name ?? 'image' })
    }
    const upload = await store()
    return respond({ url: upload.url, width: upload.width, height: upload.height })
  },
})

async function imageAt(path: string, readImage: ToolContext['readImage']): Promise<Blob> {
  if (readImage === undefined) throw new ToolError('This server cannot read files of your machine. Send data or url.')
  const found = await readImage(path)
  if ('error' in found) throw new ToolError(found.error)
  return found.image
}
