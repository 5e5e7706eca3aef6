import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import type { BareUpload } from './baselines/bare-upload-process.ts'
import { startBaseline } from './baselines/start-baseline.ts'
import { startLoad } from './bench-setup.ts'
import { GOALS, type RowPlan } from './row.ts'

const BOUNDARY = 'a-line-that-no-picture-holds'

export const uploadRow: RowPlan = {
  name: 'upload, 1 MB',
  goal: GOALS.upload,
  baseline: 'node:http that decodes the picture and stores it as safely',
  prepare: async ({ galley, author, dataDir }) => {
    const { picture, idAt } = withRoomForId(await makePicture())
    const request = {
      method: 'POST',
      path: '/api/v1/uploads',
      headers: { ...author.headers, 'content-type': `multipart/form-data; boundary=${BOUNDARY}` },
      body: inForm(picture),
      // The same bytes again would not be stored.
      idAt: FORM_HEAD.length + idAt,
      status: 201,
    }
    const { method, headers, body } = request
    const answer = await fetch(galley.url + request.path, { method, headers, body: new Uint8Array(body) })
    // On the same disk as the server's images.
    const folder = await mkdtemp(join(dataDir, 'baseline-'))
    const own = [...answer.headers].filter(([name]) => !['date', 'connection', 'keep-alive'].includes(name)).flat()
    const config: BareUpload = { folder, headers: own, body: Buffer.from(await answer.arrayBuffer()) }
    const upload = await startBaseline('bare-upload-process.ts', config)
    const ours = await startLoad(galley.url, { templates: [request] })
    const bare = { method: 'POST', path: '/', headers: { 'content-type': 'image/jpeg' }, body: picture, status: 201 }
    const baseline = await startLoad(upload.url, { templates: [bare] })
    const close = () => {
      upload.close()
      void rm(folder, { recursive: true, force: true })
    }
    return { ours, baseline, close }
  },
}

/** Noise that compresses like a photograph: three megapixels in 0.98 MB. */
function makePicture(): Promise<Buffer> {
  const noise = { type: 'gaussian', mean: 128, sigma: 40 } as const
  return sharp({ create: { width: 2000, height: 1500, channels: 3, background: '#888', noise } })
    .blur(1.2)
    .jpeg({ quality: 94 })
    .toBuffer()
}

/** Adds a JFIF header with 36 more bytes. Decoders ignore them, and the server keeps them. */
function withRoomForId(jpeg: Buffer): { picture: Buffer; idAt: number } {
  const header = Buffer.from('\xff\xe0\0\x34JFIF\0\x01\x02\0\0\x01\0\x01\0\0', 'latin1')
  const start = Buffer.concat([jpeg.subarray(0, 2), header])
  return { picture: Buffer.concat([start, Buffer.alloc(36, '0'), jpeg.subarray(2)]), idAt: start.length }
}

const FORM_HEAD = `--${BOUNDARY}\r\ncontent-disposition: form-data; name="file"; filename="clouds.jpg"\r\ncontent-type: image/jpeg\r\n\r\n`

function inForm(picture: Buffer): Buffer {
  return Buffer.concat([Buffer.from(FORM_HEAD), picture, Buffer.from(`\r\n--${BOUNDARY}--\r\n`)])
}
