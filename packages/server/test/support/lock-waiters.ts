/** One row for each lock request that waits for the current connection. */
export const LOCK_WAITERS = 'select from pg_locks where not granted and pg_backend_pid() = any(pg_blocking_pids(pid))'
