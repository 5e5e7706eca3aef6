import { inParallel } from '@galley/server/testing/in-parallel'
import { JSON_TYPE } from '../good-requests.ts'
import { type Abuse, jsonOf } from '../target.ts'

/** Notations of private and invalid addresses. All are literal, so that no name has to be resolved. */
const PRIVATE_URLS: readonly string[] = [
  'http://127.0.0.1/',
  'ftp://127.0.0.1/',
  'file:///etc/passwd',
  'gopher://127.0.0.1:6379/_',
  'javascript:abuse()',
  'data:,x',
  'https://',
  'https://localhost/',
  'https://localhost./',
  'https://LOCALHOST:443/',
  'https://127.0.0.1/',
  'https://127.1/',
  'https://127.0.0.1./',
  'https://127.000.000.001/',
  'https://2130706433/',
  'https://0x7f000001/',
  'https://0x7f.1/',
  'https://0177.0.0.1/',
  'https://017700000001/',
  'https://0/',
  'https://0.0.0.0/',
  'https://①②⑦.⓪.⓪.①/',
  'https://127。0。0。1/',
  'https://10.0.0.1/',
  'https://172.16.0.1/',
  'https://172.31.255.255/',
  'https://192.168.0.1/',
  'https://169.254.169.254/latest/meta-data/',
  'https://100.64.0.1/',
  'https://100.100.100.200/',
  'https://192.0.0.1/',
  'https://192.0.2.1/',
  'https://198.18.0.1/',
  'https://198.51.100.1/',
  'https://203.0.113.1/',
  'https://224.0.0.1/',
  'https://240.0.0.1/',
  'https://255.255.255.255/',
  'https://[::]/',
  'https://[::1]/',
  'https://[0:0:0:0:0:0:0:1]/',
  'https://[::ffff:127.0.0.1]/',
  'https://[::ffff:7f00:1]/',
  'https://[::127.0.0.1]/',
  'https://[64:ff9b::7f00:1]/',
  'https://[64:ff9b::10.0.0.1]/',
  'https://[2002:7f00:1::]/',
  'https://[2002:c0a8:0001::1]/',
  'https://[2001::1]/',
  'https://[2001:db8::1]/',
  'https://[fc00::1]/',
  'https://[fd00:ec2::254]/',
  'https://[fe80::1]/',
  'https://[ff02::1]/',
  'https://user@127.0.0.1/',
  'https://user:password@127.0.0.1/',
  'https://evil.example@127.0.0.1/',
  'https://127.0.0.1#@evil.example/',
  'https://127.0.0.1\\@evil.example/',
  'https://127.0.0.1%00.evil.example/',
  'https://127.0.0.1:99999/',
  'https://[::1%25lo]/',
  ' https://127.0.0.1/',
  'https:127.0.0.1',
  'https:\\\\127.0.0.1\\',
  'ht\ntps://127.0.0.1/',
  `https://127.0.0.1/${'a'.repeat(3000)}`,
]

/** With the default rules no webhook can call a private address, by registration or by a change. */
export async function abuseWebhookAddresses(abuse: Abuse): Promise<void> {
  const { strictClient, answers, findings, operations, testData } = abuse
  const person = await testData.person()
  const webhook = await testData.webhookOf(person)
  const headers = { ...JSON_TYPE, cookie: person.cookie }
  const operationsWithUrl = [
    { name: 'registerWebhook', path: '/api/v1/webhooks', rest: { event_types: ['post.created'] } },
    { name: 'changeWebhook', path: `/api/v1/webhooks/${webhook}`, rest: {} },
  ]
  const tries = operationsWithUrl.flatMap(operation => PRIVATE_URLS.map(url => ({ operation, url })))
  await inParallel(tries, async ({ operation: { name, path, rest }, url }) => {
    const operation = operations.find(it => it.name === name)
    const body = JSON.stringify({ url, ...rest })
    const answer = await strictClient.send({ method: operation?.method ?? '', path, headers, body })
    answers.check(operation, answer, `${name}: ${url.slice(0, 80)}`)
    const field = jsonOf(answer)?.error?.fields?.[0]?.field
    findings.check(
      answer.status === 400 && field === 'url',
      `${name}: ${url.slice(0, 80)} was accepted: ${answer.status}`,
    )
  })
  // A webhook that was registered under other rules is stopped at the connection.
  const ping = await strictClient.send({
    method: 'POST',
    path: `/api/v1/webhooks/${webhook}/test`,
    headers: { cookie: person.cookie },
  })
  const result = jsonOf(ping)
  findings.check(result?.success === false && result.http_status === 0, `a ping was sent: ${JSON.stringify(result)}`)
}
