import { buffer } from 'node:stream/consumers'
import { ZipFile } from 'yazl'

/** The bytes of a zip file. */
export function writeZip(files: Readonly<Record<string, string | Uint8Array>>): Promise<Buffer> {
  const zip = new ZipFile()
  for (const [path, content] of Object.entries(files)) zip.addBuffer(Buffer.from(content as string), path)
  zip.end()
  return buffer(zip.outputStream)
}
