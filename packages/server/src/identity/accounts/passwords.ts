import { hash, verify } from '@node-rs/argon2'

// 19 MiB, 2 passes, parallelism 1: OWASP's minimum for argon2id. Ten at once still fit a small machine.
const OPTIONS = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const

export function hashPassword(password: string): Promise<string> {
  return hash(password, OPTIONS)
}

let dummyHash: Promise<string> | undefined

/** Hashes even without a stored hash, so that the time does not reveal whether an account exists. */
export async function verifyPassword(storedHash: string | undefined, password: string): Promise<boolean> {
  dummyHash ??= hashPassword('nobody has this password')
  const matches = await verify(storedHash ?? (await dummyHash), password)
  return matches && storedHash !== undefined
}
