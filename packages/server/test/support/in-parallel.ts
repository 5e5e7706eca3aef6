/** Processes all items in order, `concurrency` at a time. */
export async function inParallel<T>(
  list: Iterable<T>,
  work: (item: T) => Promise<unknown>,
  concurrency = 8,
): Promise<void> {
  const waiting = [...list]
  let next = 0
  const worker = async () => {
    while (next < waiting.length) await work(waiting[next++] as T)
  }
  await Promise.all(Array.from({ length: concurrency }, worker))
}
