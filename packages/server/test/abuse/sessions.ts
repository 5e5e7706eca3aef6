import { Client } from '../support/client.ts'
import type { Abuse } from './target.ts'
import { PASSWORD } from './test-data.ts'

/** A session begins at the log-in, and belongs to whoever logged in. */
export async function abuseSessions({ testData, target, findings }: Abuse): Promise<void> {
  const attacker = await testData.person()
  const victim = await testData.person()
  const name = victim.cookie.split('=')[0]
  const account = async (client: Client) => {
    const answer = await client.get('/api/v1/me')
    findings.countAnswer({ status: answer.status, ms: 0 })
    return answer
  }

  // The attacker's own session is put into the victim's browser before the log-in.
  const browser = new Client(target.url, { cookie: attacker.cookie })
  await browser.logIn(victim.username, PASSWORD)
  findings.check(browser.cookie !== attacker.cookie, 'a log-in goes on under the session that was there')
  const asAttacker = await account(attacker.session)
  findings.check(asAttacker.body.username !== victim.username, 'the attacker’s session became the victim’s')

  // One that the attacker made up is never taken on.
  const chosen = `${name}=${'A'.repeat(43)}`
  const other = new Client(target.url, { cookie: chosen })
  await other.logIn(victim.username, PASSWORD)
  findings.check(other.cookie !== chosen, 'a log-in takes on a session that somebody chose')
  const guessed = await account(new Client(target.url, { cookie: chosen }))
  findings.check(guessed.status === 401, `a chosen session works: ${guessed.status}`)

  // Two cookies of one name, in either order: never somebody else's account.
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

  // After a new password, every session but the one that made it is over.
  const change = { current_password: PASSWORD, password: 'another good password' }
  await other.patch('/api/v1/me', change)
  const { status } = await account(browser)
  findings.check(status === 401, `a session outlives the password: ${status}`)
}
