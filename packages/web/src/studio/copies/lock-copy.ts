const lockName = (key: string): string => `galley-copy:${key}`

/** Locks a copy while a tab edits it, so that no other tab restores it. */
export function lockCopy(key: string): () => void {
  const { promise, resolve } = Promise.withResolvers<void>()
  // Web Locks exist on secure pages only. Without them any tab can restore any copy, which loses nothing.
  navigator.locks?.request(lockName(key), () => promise).catch(() => {})
  return resolve
}

/** The keys of the copies that an open tab edits or waits for. */
export async function lockedCopies(): Promise<ReadonlySet<string>> {
  const { held = [], pending = [] } = (await navigator.locks?.query()) ?? {}
  return new Set([...held, ...pending].map(lock => lock.name?.replace(lockName(''), '') ?? ''))
}
