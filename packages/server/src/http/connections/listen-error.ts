import { once } from 'node:events'
import { createServer } from 'node:net'
import type { Settings } from '../../platform/config.ts'
import { SettingsError } from '../../platform/core/settings/environment-reader.ts'
import { findRunningServer } from '../../platform/db/embedded/files/server-claim.ts'

const REASONS: Readonly<Record<string, string>> = {
  EADDRINUSE: 'another program listens there already. Set PORT to a free one, or end that program',
  EACCES: 'the system does not allow it. Set PORT to one from 1024 up',
  EADDRNOTAVAIL: 'this machine does not have that address. Set HOST to one it has, such as 127.0.0.1 or 0.0.0.0',
  ENOTFOUND: 'that name is unknown. Set HOST to an address of this machine, such as 127.0.0.1 or 0.0.0.0',
}

/** Throws an error that says why the server cannot listen, and what to do. */
export function explainListenError({
  host,
  port,
  dataDir,
  databaseUrl,
}: Settings): (error: NodeJS.ErrnoException) => never {
  return error => {
    const other = error.code === 'EADDRINUSE' && databaseUrl === undefined ? findRunningServer(dataDir) : undefined
    const reason =
      other === undefined
        ? (REASONS[error.code ?? ''] ?? `${error.message}. Check HOST and PORT`)
        : `a Galley server on ${dataDir} already runs, with the pid ${other.pid} at ${other.url}. Stop it, or set PORT and DATA_DIR to start another one`
    throw new SettingsError(`Cannot listen on ${host} port ${port}: ${reason}.`, { cause: error })
  }
}

/** Listens for a moment, so that a port in use is reported before a database is created or migrated. */
export async function checkListening(settings: Settings): Promise<void> {
  const server = createServer()
  const listening = once(server, 'listening')
  server.listen(settings.port, settings.host)
  await listening.catch(explainListenError(settings))
  server.close()
  await once(server, 'close')
}
