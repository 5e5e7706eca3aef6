import type { Settings } from '../../platform/config.ts'
import type { Arrival } from '../../platform/core/arrival.ts'
import { FORGED_ADDRESS } from './ask-server.ts'
import { type Finding, failed, ok, warning } from './finding.ts'

const NAME = 'proxy'

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
      NAME,
      `Clients can choose the address under which they are counted: TRUST_PROXY is set, but ${how}.`,
      `${setting}, or let the proxy set X-Forwarded-For.`,
    )
  }
  if (trustProxy === false) {
    if (proxies === 0) return ok(NAME, 'No proxy, and TRUST_PROXY is off.')
    const message = `A request passes ${count}, but TRUST_PROXY is off: all readers count as one client and share its limits.`
    return failed(NAME, message, `${setting}.`)
  }
  if (proxies === 0) {
    const message = 'TRUST_PROXY is set, but the proxy sends no X-Forwarded-For: all readers count as one client.'
    return failed(NAME, message, 'Let the proxy set X-Forwarded-For, as the examples in deploy/ do.')
  }
  if (typeof trustProxy === 'number' && trustProxy < proxies) {
    const message = `There are ${count}, but TRUST_PROXY is ${trustProxy}: readers are counted by the address of a proxy.`
    return warning(NAME, message, `${setting}.`)
  }
  return ok(NAME, `A request passes ${count}, and the client's address is ${arrival.client_address}.`)
}
