const LOOK_EVERY_MS = 500

/** npm sends a signal to the shell between us and npm, which ends without forwarding it. */
export function whenParentEnds(then: () => void): void {
  const parent = process.ppid
  setInterval(() => process.ppid !== parent && then(), LOOK_EVERY_MS).unref()
}
