import { once } from 'node:events'
import { startEmbeddedPostgres } from '../../../src/platform/db/embedded/embedded-postgres.ts'

// A process that uses the embedded database until a line comes on its input:
//   embedded-postgres.fixture.ts <data folder> server <url>
//   embedded-postgres.fixture.ts <data folder> command
const [dataDir = '', kind, url = ''] = process.argv.slice(2)

function send(message: object): void {
  process.stdout.write(`${JSON.stringify(message)}\n`)
}

try {
  const database = await startEmbeddedPostgres({
    dataDir,
    as: kind === 'server' ? { kind, url } : { kind: 'command' },
    log: line => send({ log: line }),
    settings: { fsync: 'off' },
  })
  send({ up: database.connection })
  await once(process.stdin, 'data')
  await database.stop()
  send({ stopped: true })
  process.exit(0)
} catch (error) {
  send({ error: error instanceof Error ? error.message : String(error), name: error instanceof Error && error.name })
  process.exit(1)
}
