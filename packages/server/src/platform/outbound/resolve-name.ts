import { promises as dns, type LookupAddress } from 'node:dns'

/** All addresses of a name; rejects if there is none. */
export type ResolveName = (hostname: string) => Promise<readonly LookupAddress[]>

/**
 * Queries the DNS servers without the threads that `lookup` uses: the process has four, and names whose servers never
 * answer would block them all. Names that no DNS server knows may be in the machine's hosts file.
 */
export function publicNames(servers?: readonly string[]): ResolveName {
  const resolver = new dns.Resolver({ timeout: 2000, tries: 2 })
  if (servers !== undefined) resolver.setServers(servers)
  return async hostname => {
    const [v4, v6] = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)])
    const found = [
      ...(v4.status === 'fulfilled' ? v4.value.map(address => ({ address, family: 4 })) : []),
      ...(v6.status === 'fulfilled' ? v6.value.map(address => ({ address, family: 6 })) : []),
    ]
    if (found.length > 0) return found
    const isSilent = [v4, v6].some(response => response.status === 'rejected' && response.reason?.code === 'ETIMEOUT')
    if (isSilent) throw new Error(`no name server answers for ${hostname}`)
    return lookUpInSequence(hostname)
  }
}

/** Resolves a name with the system's resolver. */
export const resolveLocalName: ResolveName = hostname => dns.lookup(hostname, { all: true })

let lookUps: Promise<unknown> = Promise.resolve()

/** One at a time, so that it never uses more than one of the four threads. */
function lookUpInSequence(hostname: string): Promise<readonly LookupAddress[]> {
  const found = lookUps.then(() => resolveLocalName(hostname))
  lookUps = found.catch(() => {})
  return found
}
