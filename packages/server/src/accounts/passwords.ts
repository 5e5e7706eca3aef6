import { hash, verify } from '@node-rs/argon2'

// 19 MiB, 2 passes, 1 lane: OWASP's minimum for argon2id. Ten at once still fit a small machine.
const OPTIONS = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const

export function hashPassword(password: string): Promise<string> {
  return hash(password, OPTIONS)
}

let decoy: Promise<string> | undefined

/** Without a stored hash the work is done all the same: the time must not tell whether an account exists. */
export async function verifyPassword(storedHash: string | undefined, password: string): Promise<boolean> {
  decoy ??= hashPassword('nobody has this password')
  const matches = await verify(storedHash ?? (await decoy), password)
  return matches && storedHash !== undefined
}
