import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { contentOf, runQuery } from '@galley/server/testing/backup'
import type { DataFolder } from '@galley/server/testing/processes/galley-process'
import { attach } from '../support/installation.ts'

/** All rows, and whether each image that they name is stored. Starts the database if it does not run. */
export async function digestOf(folder: DataFolder): Promise<string> {
  const installation = await attach(folder.path)
  try {
    const { connection } = installation
    const images = await runQuery(connection, 'select path from uploads where deleted_at is null order by path')
    const missing = images.filter(({ path }) => !existsSync(join(folder.path, 'media', String(path))))
    // What opening an installation writes itself.
    const { secret_key_proof: _sealed, media_addresses: _addresses, ...content } = await contentOf({ connection })
    return JSON.stringify({ content, missing: missing.length })
  } finally {
    await installation.close()
  }
}
