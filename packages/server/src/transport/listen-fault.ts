import type { Settings } from '../config.ts'
import { SettingsError } from '../core/environment-reader.ts'

const REASONS: Readonly<Record<string, string>> = {
  EADDRINUSE: 'another program listens there already. Set PORT to a free one, or end that program',
  EACCES: 'the system does not allow it. Set PORT to one from 1024 up',
  EADDRNOTAVAIL: 'this machine does not have that address. Set HOST to one it has, such as 127.0.0.1 or 0.0.0.0',
  ENOTFOUND: 'that name is unknown. Set HOST to an address of this machine, such as 127.0.0.1 or 0.0.0.0',
}

/** Throws an error that says why the server cannot listen, and what to do. */
export function explainListenFault({ host, port }: Settings): (error: NodeJS.ErrnoException) => never {
  return error => {
    const reason = REASONS[error.code ?? ''] ?? `${error.message}. Check HOST and PORT`
    throw new SettingsError(`Cannot listen on ${host} port ${port}: ${reason}.`, { cause: error })
  }
}
