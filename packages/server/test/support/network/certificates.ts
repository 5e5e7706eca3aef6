import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const FOLDER = join(import.meta.dirname, 'certificates')

/** A client that knows this authority trusts the certificate `server`. */
export const TEST_CA_FILE = join(FOLDER, 'ca.pem')

export function readCertificate(name: 'server' | 'self-signed' | 'expired') {
  return { key: readFileSync(join(FOLDER, 'server.key')), cert: readFileSync(join(FOLDER, `${name}.pem`)) }
}
