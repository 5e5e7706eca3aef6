const lockName = (key: string): string => `galley-copy:${key}`

/** While a tab writes into a copy it holds its lock, so that no other tab takes the text over. */
export function holdCopy(key: string): () => void {
  const { promise, resolve } = Promise.withResolvers<void>()
  // Browsers have locks on secure pages only; elsewhere every copy can be taken over, and nothing is lost by that.
  navigator.locks?.request(lockName(key), () => promise).catch(() => {})
  return resolve
}

/** The keys of the copies that some open tab is writing into, or is about to. */
export async function heldCopies(): Promise<ReadonlySet<string>> {
  const { held = [], pending = [] } = (await navigator.locks?.query()) ?? {}
  return new Set([...held, ...pending].map(lock => lock.name?.replace(lockName(''), '') ?? ''))
}
