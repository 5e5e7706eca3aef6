import { once } from 'node:events'
import { existsSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { contentOf, runQuery } from '@galley/server/testing/backup'
import { DataFolder, signalQuietly } from '@galley/server/testing/processes/galley-process'
import { SeededRandom } from '@galley/server/testing/seeded-random'
import { log } from '../report/results.ts'
import { attach } from '../server/attach.ts'
import { fillInstallation, type Volume } from './fill-installation.ts'
import { runCommand, startCommand } from './galley-command.ts'

interface Round {
  readonly killed: string
  readonly 'after, ms': number
  readonly found: string
}

/**
 * Kills `backup create` and `restore --replace` at random moments, some restores together with the database. After each
 * kill, the folder of backups has only complete ones, and the database has exactly its former or the restored data.
 */
export async function killRounds(rounds: number, volume: Volume, seed: string) {
  const random = new SeededRandom(seed)
  const folder = new DataFolder()
  const backups = join(folder.path, 'backups')
  const settings = { DATA_DIR: folder.path }
  const failures: string[] = []
  const done: Round[] = []
  try {
    const installation = await attach(folder.path)
    await fillInstallation(installation.context, volume)
    await installation.close()
    const first = await runCommand(['backup', 'create', '--to', join(folder.path, 'restored.tar.zst')], settings)
    const restored = await digest(folder)
    // The former data differs in one row of a table, and has one image less.
    await changeData(folder)
    await runCommand(['backup', 'create', '--to', join(folder.path, 'former.tar.zst')], settings)
    const former = await digest(folder)
    const whole = await runCommand(['restore', join(folder.path, 'restored.tar.zst'), '--replace'], settings)
    const longest = { create: first.seconds * 1000, restore: whole.seconds * 1000 }

    for (let round = 0; round < rounds; round++) {
      const kind = round % 2 === 0 ? 'create' : 'restore'
      if (kind === 'restore') await runCommand(['restore', join(folder.path, 'former.tar.zst'), '--replace'], settings)
      const args =
        kind === 'create'
          ? ['backup', 'create', '--to', `${backups}/`]
          : ['restore', join(folder.path, 'restored.tar.zst'), '--replace']
      const child = startCommand(args, settings)
      for (const stream of [child.stdout, child.stderr]) stream?.resume()
      const ended = once(child, 'close')
      // Most of the first third is the start of the process and of the database.
      const afterMs = random.between(Math.round(longest[kind] / 3), Math.round(longest[kind] * 1.1))
      await Promise.race([pause(afterMs), ended])
      const withDatabase = kind === 'restore' && random.chance(0.4)
      child.kill('SIGKILL')
      const postmaster = folder.postmaster()
      if (withDatabase && postmaster !== undefined) signalQuietly(postmaster, 'SIGKILL')
      await ended
      const found = kind === 'create' ? await checkBackups(backups, settings, failures) : await checkData()
      const killed = withDatabase ? 'restore and database' : kind === 'create' ? 'backup' : 'restore'
      done.push({ killed, 'after, ms': afterMs, found })
      log(`${String(round + 1).padStart(3)}/${rounds}  ${killed.padEnd(22)} after ${afterMs} ms: ${found}`)
    }
    const last = await runCommand(['backup', 'create', '--to', `${backups}/`], settings)
    const verified = await runCommand(['backup', 'verify', String(last.json['location'])], settings)
    log(`a backup after all kills is verified in ${verified.seconds.toFixed(1)} s`)
    return { rounds: done, failures }

    async function checkData(): Promise<string> {
      const now = await digest(folder)
      if (now === former) return 'former data'
      if (now === restored) return 'restored data'
      failures.push('the data is neither the former nor the restored one')
      return 'NEITHER'
    }
  } finally {
    if (failures.length === 0) folder.remove()
    else folder.keep()
  }
}

/** All rows, and whether each image that they name is stored. Starts the database if it does not run. */
async function digest(folder: DataFolder): Promise<string> {
  const installation = await attach(folder.path)
  try {
    const { connection } = installation
    const images = await runQuery(connection, 'select path from uploads where deleted_at is null order by path')
    const missing = images.filter(({ path }) => !existsSync(join(folder.path, 'media', String(path))))
    const {
      secret_key_proof: _sealed,
      media_addresses: _addresses,
      ...content
    } = await contentOf({
      connection: connection as never,
    })
    return JSON.stringify({ content, missing: missing.length })
  } finally {
    await installation.close()
  }
}

async function changeData(folder: DataFolder): Promise<void> {
  const installation = await attach(folder.path)
  await runQuery(installation.connection, "update users set bio = 'changed' where username = 'author_1'")
  await runQuery(installation.connection, 'delete from uploads where id = (select id from uploads order by id limit 1)')
  await installation.close()
}

/** A file with a final name is complete: it can be read to its end, with all checksums. */
async function checkBackups(folder: string, settings: Record<string, string>, failures: string[]): Promise<string> {
  if (!existsSync(folder)) return 'nothing'
  const names = readdirSync(folder)
  for (const name of names.filter(name => name.endsWith('.tar.zst'))) {
    await runCommand(['backup', 'verify', join(folder, name)], settings).catch(error => failures.push(String(error)))
  }
  const found = names.map(name => (name.endsWith('.partial') ? 'a partial file' : 'a complete file')).join(', ')
  rmSync(folder, { recursive: true, force: true })
  return found || 'nothing'
}
