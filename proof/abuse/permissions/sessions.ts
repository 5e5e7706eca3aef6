import { Client } from '@galley/server/testing/client'
import type { Abuse } from '../target.ts'
import { PASSWORD } from '../test-data/person.ts'

/** Session fixation: a session starts at the log-in and belongs to the account that logged in. */
export async function abuseSessions({ testData, target, findings }: Abuse): Promise<void> {
  const attacker = await testData.person()
  const victim = await testData.person()
  const name = victim.cookie.split('=')[0]
  const account = async (client: Client) => {
    const answer = await client.get('/api/v1/me')
    findings.countAnswer({ status: answer.status, ms: 0 })
    return answer
  }

  // The victim's browser has the attacker's session cookie before the log-in.
  const browser = new Client(target.url, { cookie: attacker.cookie })
  await browser.logIn(victim.username, PASSWORD)
  findings.check(browser.cookie !== attacker.cookie, 'a log-in reuses an existing session')
  const asAttacker = await account(attacker.session)
  findings.check(asAttacker.body.username !== victim.username, 'the attacker’s session became the victim’s')

  // A session id chosen by the attacker is never used.
  const chosen = `${name}=${'A'.repeat(43)}`
  const other = new Client(target.url, { cookie: chosen })
  await other.logIn(victim.username, PASSWORD)
  findings.check(other.cookie !== chosen, 'a log-in uses a session id chosen by the client')
  const guessed = await account(new Client(target.url, { cookie: chosen }))
  findings.check(guessed.status === 401, `a chosen session works: ${guessed.status}`)

  // Two session cookies, in either order, never give access to another account.
  for (const cookie of [`${attacker.cookie}; ${victim.cookie}`, `${victim.cookie}; ${attacker.cookie}`]) {
    const { status } = await account(new Client(target.url, { cookie }))
    findings.check([200, 401].includes(status), `two sessions at once: ${status}`)
  }

  const { headers } = await new Client(target.url).logIn(victim.username, PASSWORD)
  const set = headers.getSetCookie().join()
  findings.check(
    /HttpOnly/i.test(set) && /SameSite=(Lax|Strict)/i.test(set),
    `the cookie is ${set.replace(/=[^;]+/, '=…')}`,
  )

  // A new password ends every other session.
  const change = { current_password: PASSWORD, password: 'another good password' }
  await other.patch('/api/v1/me', change)
  const { status } = await account(browser)
  findings.check(status === 401, `a session works after the password was changed: ${status}`)
}
