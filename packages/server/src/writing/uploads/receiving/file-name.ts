/** No file system allows longer names. */
const MAX_CHARACTERS = 1000

/**
 * The client's file name, safe to display: without folders, control characters, and the marks that change the text
 * direction (`gpj.exe` for `exe.jpg`). It is never used as a path.
 */
export function cleanFileName(sent: string | undefined, fallback: string): string {
  const base = (sent ?? '').toWellFormed().split(/[/\\]/).at(-1) ?? ''
  const clean = base.replaceAll(/[\p{Cc}\u202a-\u202e\u2066-\u2069]/gu, '').trim()
  const name = clean === '.' || clean === '..' ? '' : clean
  return [...name].slice(0, MAX_CHARACTERS).join('') || fallback
}
