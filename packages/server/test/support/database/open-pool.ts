import pg from 'pg'

/**
 * A pool for a test database. `end()` does not wait until the connections are closed. If the database is dropped
 * meanwhile, PostgreSQL ends them, which must not fail the test.
 */
export function openPool(connection: pg.PoolConfig, max: number): pg.Pool {
  const pool = new pg.Pool({ ...connection, max })
  return pool.on('error', () => {}).on('connect', client => void client.on('error', () => {}))
}
