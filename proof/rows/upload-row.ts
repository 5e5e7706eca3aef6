import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import type { BareUpload } from '../floors/bare-upload-process.ts'
import { forkProcess } from '../load/fork-process.ts'
import { startLoad } from './bench-setup.ts'
import { GOALS, type RowPlan } from './row.ts'

const BOUNDARY = 'a-line-that-no-picture-holds'

export const uploadRow: RowPlan = {
  name: 'upload, 1 MB',
  goal: GOALS.upload,
  floor: 'node:http that decodes the picture and stores it as safely',
  prepare: async ({ galley, author, dataDir }) => {
    const picture = await makePicture()
    const request = {
      method: 'POST',
      path: '/api/v1/uploads',
      headers: { ...author.headers, 'content-type': `multipart/form-data; boundary=${BOUNDARY}` },
      body: inForm(picture),
      status: 201,
    }
    const { method, headers, body } = request
    const answer = await fetch(galley.url + request.path, { method, headers, body: new Uint8Array(body) })
    // On the same disk as the server's images.
    const folder = await mkdtemp(join(dataDir, 'floor-'))
    const child = forkProcess(join(import.meta.dirname, '../floors/bare-upload-process.ts'))
    const own = [...answer.headers].filter(([name]) => !['date', 'connection', 'keep-alive'].includes(name)).flat()
    child.send({ folder, headers: own, body: Buffer.from(await answer.arrayBuffer()) } satisfies BareUpload)
    const [port] = await once(child, 'message')
    const ours = await startLoad(galley.url, { templates: [request] })
    const bare = { method: 'POST', path: '/', headers: { 'content-type': 'image/jpeg' }, body: picture, status: 201 }
    const floor = await startLoad(`http://127.0.0.1:${port}`, { templates: [bare] })
    const close = () => {
      ours.close()
      floor.close()
      child.disconnect()
      void rm(folder, { recursive: true, force: true })
    }
    return { ours, floor, close }
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

function inForm(picture: Buffer): Buffer {
  const head = `--${BOUNDARY}\r\ncontent-disposition: form-data; name="file"; filename="clouds.jpg"\r\ncontent-type: image/jpeg\r\n\r\n`
  return Buffer.concat([Buffer.from(head), picture, Buffer.from(`\r\n--${BOUNDARY}--\r\n`)])
}
