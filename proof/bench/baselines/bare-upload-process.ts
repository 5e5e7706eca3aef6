/**
 * The baseline for uploads: plain node:http that writes the bytes to a file, decodes the image once, syncs the file, moves
 * it and syncs the folder.
 */
import { createWriteStream } from 'node:fs'
import { mkdir, open, rename } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import sharp from 'sharp'

export interface BareUpload {
  readonly folder: string
  readonly headers: readonly string[]
  readonly body: Uint8Array
}

sharp.cache(false)
sharp.concurrency(1)

process.once('message', async ({ folder, headers, body }: BareUpload) => {
  const kept = join(folder, 'kept')
  await mkdir(kept, { recursive: true })
  let count = 0
  const server = createServer(async (request, response) => {
    const name = `${count++}.jpg`
    const file = join(folder, name)
    await pipeline(request, createWriteStream(file))
    await sharp(file, { sequentialRead: true, ignoreIcc: true }).resize(8, 8, { fit: 'fill' }).raw().toBuffer()
    await sync(file, 'r+')
    await rename(file, join(kept, name))
    await sync(kept, 'r')
    response.writeHead(201, headers as string[])
    response.end(body)
  })
  server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port))
})
process.on('disconnect', () => process.exit(0))

async function sync(path: string, flags: string): Promise<void> {
  const handle = await open(path, flags)
  await handle.sync()
  await handle.close()
}
