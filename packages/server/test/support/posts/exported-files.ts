import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openArchive } from '../../../../importers/src/archive/open-archive.ts'
import type { Person, TestServer } from '../test-server.ts'

/** The files of a person's export, as text. */
export async function exportedFiles(server: TestServer, { session }: Person): Promise<Record<string, string>> {
  const response = await fetch(`${server.url}/api/v1/me/export`, { headers: { cookie: session.cookie ?? '' } })
  return filesOfZip(Buffer.from(await response.arrayBuffer()))
}

/** Each byte is one character. */
export async function filesOfZip(zip: Buffer): Promise<Record<string, string>> {
  const folder = await mkdtemp(join(tmpdir(), 'galley-export-'))
  try {
    const path = join(folder, 'export.zip')
    await writeFile(path, zip)
    const archive = await openArchive(path)
    const files: Record<string, string> = {}
    for (const name of archive.paths) files[name] = Buffer.from(await archive.read(name, 10_000_000)).toString('latin1')
    return files
  } finally {
    await rm(folder, { recursive: true })
  }
}
