const lockName = (key: string): string => `galley-copy:${key}`

/** While a tab writes into a copy it holds its lock, so that no other tab takes the text for an orphan. */
export function holdCopy(key: string): () => void {
  const { promise, resolve } = Promise.withResolvers<void>()
  // Browsers have locks on secure pages only; elsewhere every copy counts as an orphan, and nothing is lost by that.
  navigator.locks?.request(lockName(key), () => promise).catch(() => {})
  return resolve
}

/** The keys of the copies that some open tab is writing into. */
export async function heldCopies(): Promise<ReadonlySet<string>> {
  const held = (await navigator.locks?.query())?.held ?? []
  return new Set(held.map(lock => lock.name?.replace(lockName(''), '') ?? ''))
}
