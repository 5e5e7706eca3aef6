import { readdir } from 'node:fs/promises'
import { connect } from 'node:net'
import { join } from 'node:path'
import type { Answer, Client } from '../client.ts'
import type { TestServer } from '../test-server.ts'

/** Sends a form with one file, as browsers do. */
export function upload(
  client: Client,
  bytes: Buffer,
  name = 'a.bin',
  headers: Record<string, string> = {},
): Promise<Answer> {
  const form = new FormData()
  form.append('file', new File([new Uint8Array(bytes)], name))
  return client.send('POST', '/api/v1/uploads', { raw: form, headers })
}

export const BOUNDARY = 'XboundaryX'
export const MULTIPART = { 'content-type': `multipart/form-data; boundary=${BOUNDARY}` }

/** One part of a form, with unescaped headers. */
export const part = (headers: string, content: Buffer | string): Buffer =>
  Buffer.concat([Buffer.from(`--${BOUNDARY}\r\n${headers}\r\n\r\n`), Buffer.from(content), Buffer.from('\r\n')])

export const filePart = (content: Buffer | string, rest = '; filename="a.png"', name = 'file'): Buffer =>
  part(`Content-Disposition: form-data; name="${name}"${rest}`, content)

/** Sends a form that the test assembled. */
export function sendParts(client: Client, ...parts: Buffer[]): Promise<Answer> {
  return client.send('POST', '/api/v1/uploads', {
    raw: Buffer.concat([...parts, Buffer.from(`--${BOUNDARY}--\r\n`)]),
    headers: MULTIPART,
  })
}

/** All files in the data folder of a server: temporary and stored ones. */
export async function filesOf(server: TestServer): Promise<{ incoming: string[]; stored: string[] }> {
  const media = join(server.context.settings.dataDir, 'media')
  const entries = await readdir(media, { recursive: true, withFileTypes: true }).catch(() => [])
  const files = entries
    .filter(entry => entry.isFile())
    .map(entry => join(entry.parentPath, entry.name).slice(media.length + 1))
  return {
    incoming: files.filter(file => file.startsWith('.incoming')),
    stored: files.filter(file => !file.startsWith('.incoming')),
  }
}

/** A connection on which a test writes a request byte by byte. */
export function rawUpload(server: TestServer, token: string, contentLength: number) {
  const { hostname, port } = new URL(server.url)
  const socket = connect(Number(port), hostname)
  socket.write(
    `POST /api/v1/uploads HTTP/1.1\r\nHost: ${hostname}\r\nAuthorization: Bearer ${token}\r\n` +
      `Content-Type: ${MULTIPART['content-type']}\r\nContent-Length: ${contentLength}\r\n\r\n`,
  )
  return socket
}
