import assert from 'node:assert/strict'
import { Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { it } from 'node:test'
import { setImmediate as turn } from 'node:timers/promises'
import { ArchiveWriter } from './archive-writer.ts'

it('an archive that fails before it is read fails for its reader, and not for the whole process', async () => {
  const archive = new ArchiveWriter()
  archive.abort(new Error('the disk is broken'))
  for (let i = 0; i < 20; i++) await turn()
  await assert.rejects(pipeline(archive.body, new Writable()))
})
