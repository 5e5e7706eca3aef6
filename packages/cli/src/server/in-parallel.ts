/** Runs a task for each item, at most `limit` at the same time. The first error stops further items and is thrown. */
export async function inParallel<T>(
  items: readonly T[],
  limit: number,
  task: (item: T) => Promise<void>,
): Promise<void> {
  const queue = items.values()
  const failures: unknown[] = []
  const work = async () => {
    for (const item of queue) {
      if (failures.length > 0) return
      try {
        await task(item)
      } catch (error) {
        failures.push(error)
      }
    }
  }
  await Promise.all(Array.from({ length: Math.min(limit, items.length) }, work))
  if (failures.length > 0) throw failures[0]
}
