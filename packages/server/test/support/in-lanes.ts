/** Does it for all, several at a time, in their order. */
export async function inLanes<T>(list: Iterable<T>, work: (item: T) => Promise<unknown>, lanes = 8): Promise<void> {
  const waiting = [...list]
  let next = 0
  const lane = async () => {
    while (next < waiting.length) await work(waiting[next++] as T)
  }
  await Promise.all(Array.from({ length: lanes }, lane))
}
