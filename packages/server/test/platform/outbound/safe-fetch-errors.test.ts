import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Exchange } from '../../../src/platform/outbound/safe-fetch.ts'
import { readCertificate } from '../../support/network/certificates.ts'
import { failureOf, OK, setUpSafeFetch } from './safe-fetch-set-up.ts'

const { post, startServer } = setUpSafeFetch()
const detailOf = (exchange: Exchange) => (exchange.responded ? assert.fail() : [exchange.failure, exchange.detail])

describe('the error kind is', () => {
  it('connect, if nothing listens', async () => {
    const server = await startServer(() => {})
    await server.close()
    assert.deepEqual(detailOf(await post(server.url)), ['connect', 'connection_refused'])
  })

  it('connect, if the server disconnects before or during its response', async () => {
    const early = await startServer(socket => socket.once('data', () => socket.destroy()))
    assert.deepEqual(detailOf(await post(early.url)), ['connect', 'connection_lost'])
    const late = await startServer(socket =>
      socket.once('data', () => socket.write(`${OK}content-length: 10\r\n\r\nhel`, () => socket.destroy())),
    )
    assert.deepEqual(detailOf(await post(late.url)), ['connect', 'connection_lost'])
  })

  it('dns, if the name is unknown', async () => {
    const resolveName = async () => {
      throw Object.assign(new Error('no such name'), { code: 'ENOTFOUND' })
    }
    assert.deepEqual(detailOf(await post('https://nowhere.invalid/', { resolveName })), ['dns', 'name_not_found'])
    assert.equal(failureOf(await post('https://empty.invalid/', { resolveName: async () => [] })), 'dns')
  })

  it('tls, if the certificate is self-signed', async () => {
    const server = await startServer(socket => void socket.end(`${OK}\r\n`), { certificate: 'self-signed' })
    assert.deepEqual(detailOf(await post(server.url)), ['tls', 'certificate_self_signed'])
  })

  it('tls, if the certificate has expired', async () => {
    const server = await startServer(socket => void socket.end(`${OK}\r\n`), { certificate: 'expired' })
    const ca = readCertificate('expired').cert.toString()
    assert.deepEqual(detailOf(await post(server.url, { ca })), ['tls', 'certificate_expired'])
  })

  it('tls, if the authority is unknown', async () => {
    const server = await startServer(socket => void socket.end(`${OK}\r\n`))
    assert.deepEqual(detailOf(await post(server.url, { ca: undefined })), ['tls', 'certificate_untrusted'])
  })

  it('tls, if the certificate is for another name', async () => {
    const server = await startServer(socket => void socket.end(`${OK}\r\n`))
    const resolveName = async () => [{ address: '127.0.0.1', family: 4 }]
    const other = await post(`https://other.test:${server.port}/`, { resolveName })
    assert.deepEqual(detailOf(other), ['tls', 'certificate_name_mismatch'])
    assert.equal(failureOf(await post(`https://own.hooks.test:${server.port}/`, { resolveName })), 'responded with 200')
  })

  it('tls, if the server does not use TLS', async () => {
    const server = await startServer(socket => void socket.end(`${OK}\r\n`), { certificate: 'none' })
    assert.deepEqual(detailOf(await post(server.url)), ['tls', 'handshake_failed'])
  })

  it('tls, if the server supports HTTP/2 only', async () => {
    const server = await startServer(() => {}, { tls: { ALPNProtocols: ['h2'] } })
    assert.equal(failureOf(await post(server.url)), 'tls')
  })

  it('protocol, if the server sends HTTP/2 unasked', async () => {
    const settings = Buffer.from('000000040000000000', 'hex')
    const server = await startServer(socket => void socket.write(settings))
    assert.equal(failureOf(await post(server.url)), 'protocol')
  })

  it('protocol, if the response is not HTTP', async () => {
    const server = await startServer(socket => void socket.write('SSH-2.0-OpenSSH_9.9\r\n'))
    assert.equal(failureOf(await post(server.url)), 'protocol')
  })

  it('protocol, if the headers have no end', async () => {
    const server = await startServer(socket => {
      socket.write(OK)
      const flood = () => {
        while (!socket.destroyed && socket.write(`x: ${'y'.repeat(1000)}\r\n`));
        if (!socket.destroyed) socket.once('drain', flood)
      }
      flood()
    })
    assert.equal(failureOf(await post(server.url)), 'protocol')
  })

  it('protocol, if one header is huge', async () => {
    const server = await startServer(socket => void socket.write(`${OK}x: ${'y'.repeat(1024 * 1024)}\r\n\r\n`))
    assert.equal(failureOf(await post(server.url)), 'protocol')
  })

  it('protocol, if Content-Length is wrong or repeated', async () => {
    const server = await startServer(
      socket => void socket.end(`${OK}content-length: 5\r\ncontent-length: 6\r\n\r\nhello!`),
    )
    assert.equal(failureOf(await post(server.url)), 'protocol')
  })

  it('protocol, if the server switches to another protocol', async () => {
    const server = await startServer(
      socket => void socket.write('HTTP/1.1 101 Switching\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n'),
    )
    assert.equal(failureOf(await post(server.url)), 'protocol')
  })
})

describe('the environment of the process', () => {
  const variables = {
    HTTPS_PROXY: '',
    https_proxy: '',
    ALL_PROXY: '',
    NODE_USE_ENV_PROXY: '1',
    NODE_TLS_REJECT_UNAUTHORIZED: '0',
  }

  async function withEnvironment<T>(proxy: string, work: () => Promise<T>): Promise<T> {
    const before = { ...process.env }
    for (const [name, value] of Object.entries(variables)) process.env[name] = value || proxy
    try {
      return await work()
    } finally {
      for (const name of Object.keys(variables)) {
        if (before[name] === undefined) delete process.env[name]
        else process.env[name] = before[name]
      }
    }
  }

  it('sets no proxy and turns off no check', async () => {
    const proxy = await startServer(() => {}, { certificate: 'none' })
    const good = await startServer(socket => void socket.end(`${OK}\r\n`))
    const bad = await startServer(socket => void socket.end(`${OK}\r\n`), { certificate: 'self-signed' })
    await withEnvironment(`http://127.0.0.1:${proxy.port}`, async () => {
      assert.equal(failureOf(await post(good.url)), 'responded with 200')
      assert.equal(failureOf(await post(bad.url)), 'tls')
    })
    assert.equal(proxy.connections(), 0)
  })
})
