/** The exit codes of every command; documented in docs/cli.md. */
export const EXIT = {
  done: 0,
  /** Faults in files, or conflicts that are left. */
  faults: 1,
  wrongUse: 2,
  /** Not logged in, or the server refused. */
  refused: 3,
  unreachable: 4,
} as const
export type ExitCode = (typeof EXIT)[keyof typeof EXIT]
