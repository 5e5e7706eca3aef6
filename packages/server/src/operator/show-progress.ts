const EVERY_MS = 1000
const MB = 1024 * 1024

/** Shows how far a long command has come, on one line of the terminal. Without a terminal it prints nothing. */
export function showProgress(verb: string): { update: (progress: { bytes: number }) => void; end: () => void } {
  let shownAt = 0
  const show = (text: string) => process.stderr.isTTY && process.stderr.write(`\r\u001b[K${text}`)
  return {
    update: ({ bytes }) => {
      if (performance.now() - shownAt < EVERY_MS) return
      shownAt = performance.now()
      show(`${verb}: ${Math.round(bytes / MB)} MB`)
    },
    end: () => void show(''),
  }
}
