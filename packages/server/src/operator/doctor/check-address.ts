import { lookup } from 'node:dns/promises'
import { isIP } from 'node:net'
import type { Settings } from '../../platform/config.ts'
import { type Arrival, makeProof, PROOF_HEADER } from '../../platform/core/arrival.ts'
import { SecretBox } from '../../platform/core/secret-box.ts'
import { findSecretKey } from '../../platform/db/secret-key.ts'
import { type Finding, failed, ok, reasonOf, skipped, warning } from './finding.ts'

/** An address that only documentation uses: if the server takes it for the client's, anyone can choose theirs. */
const FORGED_ADDRESS = '192.0.2.1'
const TIMEOUT_MS = 10_000
const LOCAL_NAME = /^(localhost|127\.[\d.]+|\[::1\])$/

/** Name, server and proxy: whether PUBLIC_URL leads to this server, and how requests arrive. */
export async function checkAddress(settings: Settings): Promise<Finding[]> {
  const name = await checkName(settings.publicUrl)
  let key: string | undefined
  try {
    key = findSecretKey(settings)
  } catch (error) {
    const message = `Without the key it cannot be asked: ${reasonOf(error)}.`
    return [name, skipped('server', message), skipped('proxy', 'The server was not asked.')]
  }
  const local = localOrigin(settings)
  const direct = key === undefined ? undefined : await askServer(local, key)
  if (key === undefined || direct === undefined || direct.kind === 'none') {
    const message = `No server responds at ${local}. Start it, and run this command again.`
    return [name, skipped('server', message), skipped('proxy', 'The server does not run.')]
  }
  if (direct.kind === 'other') {
    const message = `Another program responds at ${local}, or a server with another SECRET_KEY or data folder.`
    const fix = 'Run this command with the settings of the server, or set PORT to a free port.'
    return [name, failed('server', message, fix), skipped('proxy', 'The server was not found.')]
  }
  const server = ok('server', `It responds at ${local}.`)
  if (name.verdict === 'failed') return [name, server, skipped('proxy', 'The name is not known.')]
  const { origin } = settings.publicUrl
  const reply = await askServer(origin, key)
  if (reply.kind === 'arrived') return [name, server, assessProxy(reply.arrival, settings.trustProxy)]
  return [name, server, explain(settings.publicUrl, reply)]
}

/** The name must be known, and an address that others can reach should use https. */
async function checkName({ hostname, protocol, origin }: URL): Promise<Finding> {
  const name = 'address'
  const host = hostname.replace(/^\[(.*)\]$/, '$1')
  let addresses: string[]
  try {
    addresses = isIP(host) !== 0 ? [host] : (await lookup(host, { all: true })).map(({ address }) => address)
  } catch (error) {
    const message = `The name ${host} of PUBLIC_URL is not known: ${reasonOf(error)}.`
    return failed(name, message, 'Create an A or AAAA record for it, or correct PUBLIC_URL.')
  }
  const isLocal = addresses.every(address => /^(127\.|::1$)/.test(address))
  const leads = `${origin} leads to ${[...new Set(addresses)].join(', ')}`
  if (!isLocal && protocol === 'http:') {
    const fix = 'Put a proxy with TLS in front, and set PUBLIC_URL to its https address.'
    return warning(name, `${leads}, without encryption: passwords can be read on the way.`, fix)
  }
  return ok(name, isLocal ? `${leads}: only for this machine.` : `${leads}.`)
}

/** The address at which a program on this machine reaches the server. */
function localOrigin({ host, port }: Settings): string {
  const reachable = host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '::1' : host
  return `http://${isIP(reachable) === 6 ? `[${reachable}]` : reachable}:${port}`
}

function explain({ origin, hostname }: URL, reply: Exclude<Reply, { kind: 'arrived' }>): Finding {
  const name = 'proxy'
  if (reply.kind === 'none') {
    const reason = reasonOf(reply.error)
    if (LOCAL_NAME.test(hostname)) {
      const fix = `In a container, ${hostname} is the container itself: open ${origin} in a browser instead. Otherwise start the proxy, or correct PUBLIC_URL.`
      return warning(name, `${origin} cannot be reached from here: ${reason}.`, fix)
    }
    const isCertificate = /certificate|cert|self.signed|altname/i.test(reason)
    const fix = isCertificate
      ? 'Give the proxy a certificate for this name from a known authority. For one of your own, set NODE_EXTRA_CA_CERTS.'
      : 'Start the proxy, and open its port. Some networks do not let a machine reach its own public address: then try from another one.'
    return failed(name, `${origin} cannot be reached from here: ${reason}.`, fix)
  }
  if (reply.location !== null) {
    return failed(name, `${origin} redirects to ${reply.location}.`, 'Set PUBLIC_URL to the address that responds.')
  }
  if ([502, 503, 504].includes(reply.status)) {
    const fix = 'Check the address of Galley in the configuration of the proxy.'
    return failed(name, `The proxy at ${origin} does not reach Galley (status ${reply.status}).`, fix)
  }
  const message = `Another server responds at ${origin} (status ${reply.status}).`
  return failed(name, message, 'Let the proxy pass requests for this name to Galley, or correct PUBLIC_URL.')
}

type Reply =
  | { readonly kind: 'arrived'; readonly arrival: Arrival }
  /** Something else answers, or a server with another key. */
  | { readonly kind: 'other'; readonly status: number; readonly location: string | null }
  | { readonly kind: 'none'; readonly error: unknown }

/** Asks the server at an address how a request with a forged client address arrives there. */
async function askServer(origin: string, secretKey: string): Promise<Reply> {
  const headers = {
    [PROOF_HEADER]: makeProof(new SecretBox(secretKey), new Date()),
    'x-forwarded-for': FORGED_ADDRESS,
  }
  try {
    const signal = AbortSignal.timeout(TIMEOUT_MS)
    const response = await fetch(`${origin}/healthz`, { headers, redirect: 'manual', signal })
    const text = await response.text()
    const arrival = findArrival(text)
    if (arrival !== undefined) return { kind: 'arrived', arrival }
    return { kind: 'other', status: response.status, location: response.headers.get('location') }
  } catch (error) {
    return { kind: 'none', error: error instanceof Error ? (error.cause ?? error) : error }
  }
}

function findArrival(text: string): Arrival | undefined {
  try {
    return (JSON.parse(text) as { arrival?: Arrival }).arrival
  } catch {
    return undefined
  }
}

/** Compares TRUST_PROXY with how a request with a forged client address has arrived through the proxies. */
export function assessProxy(arrival: Arrival, trustProxy: Settings['trustProxy']): Finding {
  const addresses = (arrival.forwarded_for ?? '').split(',').flatMap(part => part.trim() || [])
  // Each proxy appends the address of its client. The first one may drop what the client sent.
  const proxies = addresses.filter(address => address !== FORGED_ADDRESS).length
  const count = proxies === 1 ? 'one proxy' : `${proxies} proxies`
  const setting = `Set TRUST_PROXY=${proxies === 0 ? 'false' : proxies}`
  if (arrival.client_address === FORGED_ADDRESS) {
    const how = proxies === 0 ? 'no proxy adds X-Forwarded-For' : `a request passes only ${count}`
    return failed(
      'proxy',
      `Clients can choose the address under which they are counted: TRUST_PROXY is set, but ${how}.`,
      `${setting}, or let the proxy set X-Forwarded-For.`,
    )
  }
  if (trustProxy === false) {
    if (proxies === 0) return ok('proxy', 'No proxy, and TRUST_PROXY is off.')
    const message = `A request passes ${count}, but TRUST_PROXY is off: all readers count as one client and share its limits.`
    return failed('proxy', message, `${setting}.`)
  }
  if (proxies === 0) {
    const message = 'TRUST_PROXY is set, but the proxy sends no X-Forwarded-For: all readers count as one client.'
    return failed('proxy', message, 'Let the proxy set X-Forwarded-For, as the examples in deploy/ do.')
  }
  if (typeof trustProxy === 'number' && trustProxy < proxies) {
    const message = `There are ${count}, but TRUST_PROXY is ${trustProxy}: readers are counted by the address of a proxy.`
    return warning('proxy', message, `${setting}.`)
  }
  return ok('proxy', `A request passes ${count}, and the client's address is ${arrival.client_address}.`)
}
