/** Longer than any file system allows; what is beyond says nothing to anybody. */
const MAX_CHARACTERS = 1000

/**
 * The name that a client gave its file, fit to be shown: without folders, control characters, and the marks that turn
 * the reading direction (`gpj.exe` for `exe.jpg`). It is never used as a path.
 */
export function cleanFileName(sent: string | undefined, fallback: string): string {
  const base = (sent ?? '').toWellFormed().split(/[/\\]/).at(-1) ?? ''
  const clean = base.replaceAll(/[\p{Cc}\u202a-\u202e\u2066-\u2069]/gu, '').trim()
  const name = clean === '.' || clean === '..' ? '' : clean
  return [...name].slice(0, MAX_CHARACTERS).join('') || fallback
}
