import assert from 'node:assert/strict'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { processesOnCluster } from '../../../src/platform/db/embedded/processes.ts'
import { EmbeddedDatabases, query, until } from '../../support/database/embedded-databases.ts'

const databases = new EmbeddedDatabases()

describe('an embedded database that several processes start at the same time', { timeout: 120_000 }, () => {
  it('is created by one of two servers that start at the same time on an empty folder', async () => {
    const dataDir = databases.newFolder()
    const servers = [
      databases.startElsewhere(dataDir, 'server', 'http://a.test'),
      databases.startElsewhere(dataDir, 'server', 'http://b.test'),
    ]
    const outcome = await Promise.all(servers.map(s => until(() => s.said.find(m => m.up ?? m.error))))
    const winner = servers[outcome.findIndex(message => message.up !== undefined)]
    const loser = outcome.find(message => message.error !== undefined)
    assert.ok(winner !== undefined && loser !== undefined, JSON.stringify(outcome))
    assert.match(loser.error ?? '', new RegExp(`pid ${winner.child.pid} at http://[ab]\\.test`))
    await Promise.all(servers.map(server => server.stop()))
  })

  it('serves four simultaneous commands on an empty folder, and is stopped after the last', async () => {
    const dataDir = databases.newFolder()
    const commands = Array.from({ length: 4 }, () => databases.startElsewhere(dataDir, 'command'))
    await Promise.all(
      commands.map(async command => {
        const connection = await command.first('up')
        await query({ connection }, 'SELECT 1')
        await command.stop()
        assert.deepEqual(command.said.at(-1), { stopped: true })
      }),
    )
    const initialised = commands
      .flatMap(command => command.said)
      .filter(message => message.log?.includes('initialising'))
    assert.equal(initialised.length, 1)
    assert.deepEqual(processesOnCluster(join(dataDir, 'database', 'cluster')), [])
  })
})
