import type { DatabaseFolder } from './files/database-folder.ts'
import { DatabaseStartError } from './start-error.ts'

/** The environment of PostgreSQL's programs, without PGDATA, PGHOST and the like. */
export const childEnvironment: NodeJS.ProcessEnv = { PATH: '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' }

/** Combines the output of a failed program and what to do into one message. */
export function programFailure(
  doing: 'initialise' | 'start',
  folder: DatabaseFolder,
  error: Error | undefined,
  said: string,
): DatabaseStartError {
  const what = `Cannot ${doing} the embedded database in ${folder.cluster}`
  const where = `PostgreSQL's log is ${folder.log}.`
  if (/No space left on device|Disk quota exceeded|Check free disk space/i.test(said)) {
    return new DatabaseStartError(
      `${what}: the disk is full. Make room there, or set DATA_DIR to a folder on another disk. ${lastErrorLines(said)}`,
    )
  }
  if (error !== undefined || /error while loading shared libraries|symbol lookup error|GLIBC/.test(said)) {
    return new DatabaseStartError(
      `${what}: PostgreSQL's programs do not run on this system (${error?.message ?? lastErrorLines(said)}). Set DATABASE_URL to your own PostgreSQL.`,
      { cause: error },
    )
  }
  return new DatabaseStartError(
    `${what}. PostgreSQL says: ${lastErrorLines(said) || 'nothing'} ${doing === 'start' ? where : ''}`.trim(),
  )
}

/** The lines with the cause, without time stamps, joined into one line. */
function lastErrorLines(said: string): string {
  const lines = said
    .split('\n')
    .map(line => line.replace(/^\d{4}-\d\d-\d\d [\d:.]+ UTC \[\d+\] /, '').trim())
    .filter(line => line !== '')
  const errorLines = lines.filter(line => /FATAL|PANIC|ERROR|DETAIL|HINT|error:|detail:|hint:/.test(line))
  return (errorLines.length > 0 ? errorLines : lines).slice(-4).join(' ')
}
