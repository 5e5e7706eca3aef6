import { startMailServer } from '@galley/server/testing/accounts/mail-server'
import { createLogger, openDatabase } from '@galley/server/testing/installation'
import { DataFolder, NO_RATE_LIMITS, ServerProcess } from '@galley/server/testing/processes/galley-process'
import { RECEIVER_ENV, startReceiver } from '@galley/server/testing/receiver'
import { TEST_SECRET_KEY } from '@galley/server/testing/test-database'
import type { PartFindings } from './findings.ts'
import type { Target } from './target.ts'
import { SALES_ENV, STRICT_ENV } from './test-data/test-data.ts'

export interface TargetProcesses {
  readonly target: Target
  /** Reports processes that have ended and errors in their logs. */
  check(findings: PartFindings): void
  stop(): Promise<void>
}

/** A server with production settings, and a second node with the default address rules for webhooks. */
export async function startTargetProcesses(): Promise<TargetProcesses> {
  const folder = new DataFolder()
  const receiver = await startReceiver()
  const mail = await startMailServer()
  const common = { ...NO_RATE_LIMITS, ...SALES_ENV, ...mail.env, SECRET_KEY: TEST_SECRET_KEY, DATA_DIR: folder.path }
  const server = await ServerProcess.ready({ ...common, ...RECEIVER_ENV })
  const strict = await ServerProcess.ready({ ...common, ...STRICT_ENV, ROLE: 'api', DATABASE_URL: folder.databaseUrl })
  const { db, close } = openDatabase(folder.connection(), { poolMax: 4 }, await createLogger('silent'))
  const stop = async () => {
    await close()
    await strict.stop()
    await server.stop()
    await receiver.close()
    await mail.close()
    folder.remove()
  }
  return {
    target: { url: server.url, strictUrl: strict.url, receiverUrl: receiver.url, db },
    stop,
    check: findings => {
      for (const [name, process] of Object.entries({ server, strict })) {
        findings.check(process.alive, `the process ${name} has ended: ${process.stderr}`)
        for (const line of process.lines.filter(text => /"level":"(error|fatal)"/.test(text))) findings.fail(line)
      }
    },
  }
}
