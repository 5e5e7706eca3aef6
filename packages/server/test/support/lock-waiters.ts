/** A row for each lock that somebody waits for because the connection that asks holds it. */
export const LOCK_WAITERS = 'select from pg_locks where not granted and pg_backend_pid() = any(pg_blocking_pids(pid))'
