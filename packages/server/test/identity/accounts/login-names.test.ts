import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { sql } from 'kysely'
import { createLogger } from '../../../src/platform/core/logger.ts'
import { migrate } from '../../../src/platform/db/migrate.ts'
import { assertError, Client } from '../../support/client.ts'
import { PUBLIC } from '../../support/posts/public.ts'
import { createTestDatabase, type TestDatabase } from '../../support/test-database.ts'
import { type Person, startTestServer, type TestServer } from '../../support/test-server.ts'

// An operator's own database may have a Unicode collation; the embedded one maps the case of ASCII letters only.
let database: TestDatabase
let server: TestServer
let kate: Person
before(async () => {
  database = await createTestDatabase("template0 locale_provider builtin builtin_locale 'PG_UNICODE_FAST'")
  await migrate(database.connection, await createLogger('silent'))
  server = await startTestServer({ database })
  kate = await server.person({ username: 'kate' })
})
after(async () => {
  await server.close()
  await database.drop()
})

describe('a login name, in a database with a Unicode collation', () => {
  it('is compared as ASCII: a lookalike is not found', async () => {
    const { rows } = await sql<{ lower: string }>`select lower('\u212A')`.execute(server.context.db)
    assert.equal(rows[0]?.lower, 'k', 'the collation does not show the error')
    const { password } = kate
    for (const login of ['\u212Aate', '\u212Aate@example.com', 'kate@example.com\u200B']) {
      assertError(await new Client(server.url).post('/api/v1/session', { login, password }), 401, 'UNAUTHORIZED')
    }
    for (const login of ['kate', 'KATE', 'kate@example.com', 'Kate@EXAMPLE.com']) {
      await new Client(server.url).logIn(login, password)
    }
  })

  it('is compared as ASCII for profiles too', async () => {
    assertError(await server.anyone.get(`${PUBLIC}/users/%E2%84%AAate`), 404, 'NOT_FOUND')
    assert.equal((await server.anyone.get(`${PUBLIC}/users/KATE`)).status, 200)
  })
})
