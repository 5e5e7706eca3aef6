import type { Connection } from './connection.ts'

/** The connection as a URL for `psql` and other programs. A socket folder is no valid host, so the query names it. */
export function connectionUrl({ host, port, user, password, database }: Connection): string {
  const login = `${encodeURIComponent(user)}:${encodeURIComponent(password)}`
  if (!host.startsWith('/')) return `postgresql://${login}@${host}:${port}/${database}`
  return `postgresql://${login}@/${database}?host=${encodeURIComponent(host)}&port=${port}`
}
