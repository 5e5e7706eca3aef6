import { Client } from '@galley/server/testing/client'
import { eventually } from '@galley/server/testing/eventually'
import { withOwnServer } from '../own-server.ts'
import type { Abuse } from '../target.ts'
import { PASSWORD } from '../test-data/person.ts'

const SIGN_UPS = 12
const SET_UPS = 4

/**
 * Others sign up before and beside the person who has the link for setting up: that one becomes the admin, and nobody
 * else. This needs a new installation, so a quick run leaves it out.
 */
export async function abuseFirstAdmin({ findings, isQuick }: Abuse): Promise<void> {
  if (isQuick) return
  await withOwnServer({}, async (server, db) => {
    const token = await eventually(() => {
      const found = server.lines.map(line => /\/setup\?token=([\w-]+)/.exec(line)?.[1]).find(Boolean)
      return found ?? Promise.reject(new Error('the log has no link for setting up'))
    })
    const post = async (path: string, username: string, fields: object = {}) => {
      const account = { username, email: `${username}@example.com`, password: PASSWORD, ...fields }
      const { status } = await new Client(server.url).post(path, account)
      findings.countAnswer({ status, ms: 0 })
      return status
    }
    await post('/api/v1/signup', 'early')
    const signUps = Array.from({ length: SIGN_UPS }, (_, i) => post('/api/v1/signup', `other_${i}`))
    const setUps = Array.from({ length: SET_UPS }, (_, i) => post('/api/v1/setup', `owner_${i}`, { token }))
    const statuses = await Promise.all(setUps)
    for (const status of await Promise.all(signUps)) findings.check(status === 201, `a sign-up beside it: ${status}`)
    findings.check(statuses.filter(status => status < 300).length === 1, `set-ups at the same time: ${statuses}`)
    const status = await post('/api/v1/setup', 'late', { token })
    findings.check(status >= 400 && status < 500, `the link works again: ${status}`)
    const admins = await db.selectFrom('users').select('username').where('role', '=', 'admin').execute()
    const names = admins.map(({ username }) => username).join()
    findings.check(/^owner_\d$/.test(names), `the admins are ${names || 'nobody'}`)
  })
}
