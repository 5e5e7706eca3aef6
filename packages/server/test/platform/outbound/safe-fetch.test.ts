import assert from 'node:assert/strict'
import { after, afterEach, before, describe, it } from 'node:test'
import { addressIssues } from '../../../src/delivery/webhooks/webhook-address.ts'
import { publicNames, type ResolveName } from '../../../src/platform/outbound/resolve-name.ts'
import { type Exchange, SafeFetch } from '../../../src/platform/outbound/safe-fetch.ts'
import { type HostileServer, startHostileServer } from '../../support/network/hostile-server.ts'
import { type NameServer, startNameServer } from '../../support/network/name-server.ts'

const PUBLIC = '93.184.216.34'
const fetches: SafeFetch[] = []

/** The fetch of a production server. */
function strict(resolveName?: ResolveName): SafeFetch {
  const options = { timeoutMs: 5000, bodyMaxBytes: 4096, allowPrivateNetwork: false, ca: undefined }
  const fetch = new SafeFetch({ ...options, ...(resolveName && { resolveName }) })
  fetches.push(fetch)
  return fetch
}

const failureOf = (exchange: Exchange) => (exchange.responded ? `responded with ${exchange.status}` : exchange.failure)

let v4: HostileServer
let v6: HostileServer
let names: NameServer
before(async () => {
  const response = { certificate: 'none' } as const
  v4 = await startHostileServer(socket => void socket.end('HTTP/1.1 200 OK\r\n\r\n'), { ...response, host: '0.0.0.0' })
  v6 = await startHostileServer(socket => void socket.end('HTTP/1.1 200 OK\r\n\r\n'), { ...response, host: '::1' })
  names = await startNameServer()
})
afterEach(async () => {
  await Promise.all(fetches.splice(0).map(fetch => fetch.close()))
})
after(async () => {
  await Promise.all([v4.close(), v6.close()])
  names.close()
})

const connections = () => v4.connections() + v6.connections()

describe('an address that is rejected at registration and never connected to:', () => {
  const hostile: Record<string, (port: number) => string> = {
    'http to this machine': port => `http://127.0.0.1:${port}/`,
    'http to a public address': () => `http://${PUBLIC}/`,
    ftp: port => `ftp://127.0.0.1:${port}/`,
    file: () => 'file:///etc/passwd',
    javascript: () => 'javascript:alert(1)',
    data: () => 'data:text/plain,hello',
    'a user name': port => `https://somebody@127.0.0.1:${port}/`,
    'a user name at a public address': () => `https://somebody@${PUBLIC}/`,
    'a password at a public address': () => `https://:secret@${PUBLIC}/`,
    'text that is not a URL': () => 'hooks',
    'dotted loopback': port => `https://127.0.0.1:${port}/`,
    'loopback other than 127.0.0.1': port => `https://127.8.9.10:${port}/`,
    'a decimal number': port => `https://2130706433:${port}/`,
    'a hexadecimal number': port => `https://0x7f000001:${port}/`,
    'an octal number': port => `https://017700000001:${port}/`,
    'octal parts': port => `https://0177.0.0.1:${port}/`,
    'hexadecimal parts': port => `https://0x7f.0x0.0x0.0x1:${port}/`,
    'two parts': port => `https://127.1:${port}/`,
    'three parts': port => `https://127.0.1:${port}/`,
    'a trailing dot after a number': port => `https://127.0.0.1.:${port}/`,
    'percent-encoded digits': port => `https://%31%32%37.0.0.1:${port}/`,
    'full-width digits': port => `https://１２７.０.０.１:${port}/`,
    'circled digits': port => `https://①②⑦.⓪.⓪.①:${port}/`,
    'a backslash before the host': port => `https:\\\\127.0.0.1:${port}/`,
    '0.0.0.0': port => `https://0.0.0.0:${port}/`,
    'the number zero': port => `https://0:${port}/`,
    '[::]': port => `https://[::]:${port}/`,
    '[::1]': port => `https://[::1]:${port}/`,
    '[::1] in full': port => `https://[0:0:0:0:0:0:0:1]:${port}/`,
    '[::ffff:127.0.0.1]': port => `https://[::ffff:127.0.0.1]:${port}/`,
    '[::ffff:7f00:1]': port => `https://[::ffff:7f00:1]:${port}/`,
    '[::127.0.0.1], IPv4-compatible': port => `https://[::127.0.0.1]:${port}/`,
    'NAT64 of loopback': port => `https://[64:ff9b::7f00:1]:${port}/`,
    'NAT64 of the metadata service': port => `https://[64:ff9b::a9fe:a9fe]:${port}/`,
    'local NAT64': port => `https://[64:ff9b:1::7f00:1]:${port}/`,
    '6to4 of loopback': port => `https://[2002:7f00:1::]:${port}/`,
    '6to4 of a private network': port => `https://[2002:c0a8:101::1]:${port}/`,
    Teredo: port => `https://[2001:0:7f00:1::]:${port}/`,
    'link-local': port => `https://[fe80::1]:${port}/`,
    'link-local with a zone': port => `https://[fe80::1%25eth0]:${port}/`,
    'loopback with a zone': port => `https://[::1%25lo]:${port}/`,
    'the metadata service': () => 'https://169.254.169.254/latest/meta-data/',
    'the metadata service as a number': () => 'https://2852039166/',
    'the metadata service, mapped': () => 'https://[::ffff:169.254.169.254]/',
    'the metadata service on IPv6': () => 'https://[fd00:ec2::254]/',
    'unique local': port => `https://[fd00::1]:${port}/`,
    'site-local': port => `https://[fec0::1]:${port}/`,
    'documentation IPv6': port => `https://[2001:db8::1]:${port}/`,
    'multicast IPv6': port => `https://[ff02::1]:${port}/`,
    '10.0.0.0/8': port => `https://10.1.2.3:${port}/`,
    '172.16.0.0/12': port => `https://172.31.255.255:${port}/`,
    '192.168.0.0/16': port => `https://192.168.1.1:${port}/`,
    'carrier-grade NAT': port => `https://100.64.0.1:${port}/`,
    benchmarking: port => `https://198.19.0.1:${port}/`,
    'documentation IPv4': port => `https://203.0.113.7:${port}/`,
    multicast: port => `https://224.0.0.1:${port}/`,
    reserved: port => `https://240.0.0.1:${port}/`,
    broadcast: port => `https://255.255.255.255:${port}/`,
    localhost: port => `https://localhost:${port}/`,
    'LOCALHOST with a trailing dot': port => `https://LOCALHOST.:${port}/`,
    'a name under localhost': port => `https://hooks.localhost:${port}/`,
    'a name under local': port => `https://hooks.local:${port}/`,
    'a name under internal': port => `https://hooks.internal:${port}/`,
    'a name under home.arpa': port => `https://hooks.home.arpa:${port}/`,
  }
  for (const [what, url] of Object.entries(hostile)) {
    it(what, async () => {
      const fetch = strict()
      const before = connections()
      for (const { port } of [v4, v6]) {
        assert.equal((await addressIssues(fetch, url(port))).length, 1, 'registered')
        assert.equal(failureOf(await fetch.post(url(port), {}, '{}')), 'blocked_address')
      }
      assert.equal(connections(), before)
    })
  }

  it('a name that resolves to this machine', async () => {
    names.names.set('inside.example', { v4: '127.0.0.1' })
    const fetch = strict(publicNames([names.address]))
    const url = `https://inside.example:${v4.port}/`
    const before = connections()
    assert.equal((await addressIssues(fetch, url)).length, 1)
    assert.equal(failureOf(await fetch.post(url, {}, '')), 'blocked_address')
    assert.equal(connections(), before)
    assert.ok(names.asked.includes('inside.example'))
  })

  it('a name that resolves to public addresses and to this machine', async () => {
    for (const inside of ['127.0.0.1', '::1', '::ffff:127.0.0.1', '169.254.169.254']) {
      for (const order of [(a: object[]) => a, (a: object[]) => a.toReversed()]) {
        const found = order([
          { address: PUBLIC, family: 4 },
          { address: inside, family: inside.includes(':') ? 6 : 4 },
        ])
        const fetch = strict(async () => found as Awaited<ReturnType<ResolveName>>)
        const url = `https://mixed.example:${v4.port}/`
        const before = connections()
        assert.equal((await addressIssues(fetch, url)).length, 1)
        assert.equal(failureOf(await fetch.post(url, {}, '')), 'blocked_address')
        assert.equal(connections(), before)
      }
    }
  })

  it('a name with a trailing dot that resolves to this machine', async () => {
    names.names.set('dotted.example', { v4: '127.0.0.1' })
    const fetch = strict(publicNames([names.address]))
    const url = `https://dotted.example.:${v4.port}/`
    const before = connections()
    assert.equal((await addressIssues(fetch, url)).length, 1)
    assert.equal(failureOf(await fetch.post(url, {}, '')), 'blocked_address')
    assert.equal(connections(), before)
  })
})

describe('at every connection', () => {
  it('a name is checked again: one that was public at registration and is private now is not connected to', async () => {
    names.names.set('turning.example', { v4: PUBLIC })
    const fetch = strict(publicNames([names.address]))
    const url = `https://turning.example:${v4.port}/`
    assert.deepEqual(await addressIssues(fetch, url), [], 'is fine at first')
    names.names.set('turning.example', { v4: '127.0.0.1' })
    const before = connections()
    assert.equal(failureOf(await fetch.post(url, {}, '')), 'blocked_address')
    assert.equal(connections(), before)
  })

  it('the checked address is the one that is used, however fast the name changes', async () => {
    let lookups = 0
    const fetch = strict(async () => [{ address: lookups++ % 2 === 0 ? PUBLIC : '127.0.0.1', family: 4 }])
    const before = connections()
    // Half of them resolve to the public address; none may connect to this machine.
    const url = `https://flapping.example:${v4.port}/`
    await Promise.all(Array.from({ length: 10 }, () => fetch.post(url, {}, '')))
    assert.equal(lookups, 10)
    assert.equal(connections(), before)
  })
})

describe('a host name', () => {
  it('that is unknown has its own error kind, and may still be registered', async () => {
    names.names.set('nowhere.invalid', { missing: true })
    const fetch = strict(publicNames([names.address]))
    assert.deepEqual(await addressIssues(fetch, 'https://nowhere.invalid/'), [])
    assert.equal(failureOf(await fetch.post('https://nowhere.invalid/', {}, '')), 'dns')
  })

  it('whose DNS servers do not respond delays no other name', async () => {
    names.names.set('known.example', { v4: PUBLIC })
    const resolve = publicNames([names.address])
    let given = 0
    const silent = Array.from({ length: 32 }, (_, i) =>
      resolve(`silent-${i}.example`).catch(() => {
        given++
      }),
    )
    assert.deepEqual(await resolve('known.example'), [{ address: PUBLIC, family: 4 }])
    assert.equal((await resolveOnThreads()).length > 0, true)
    assert.equal(given, 0, 'the silent ones were still waiting')
    await Promise.all(silent)
    assert.equal(given, 32)
  })

  /** Occupies one of the four threads of the process. */
  async function resolveOnThreads() {
    const { lookup } = await import('node:dns/promises')
    return lookup('localhost', { all: true })
  }
})
