/** The exit codes of every command; documented in docs/cli.md. */
export const EXIT = {
  done: 0,
  /** Errors in files, or conflicts that are left. */
  errors: 1,
  usageError: 2,
  /** Not logged in, or not allowed by the server. */
  notAllowed: 3,
  unreachable: 4,
} as const
export type ExitCode = (typeof EXIT)[keyof typeof EXIT]
