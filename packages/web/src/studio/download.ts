import type { Draft } from './drafts/draft.ts'

/** How long a browser may take to begin with the download; Safari does so some time after the click. */
const REVOKE_AFTER_MS = 60_000

/** Downloads a file with this name. */
export function download(file: Blob, name: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(file)
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), REVOKE_AFTER_MS)
}

/** Downloads a text as a Markdown file. */
export function downloadText({ title, content }: Pick<Draft, 'title' | 'content'>): void {
  const name = title.replace(/[\\/:*?"<>|\s]+/g, '-').slice(0, 60) || 'text'
  download(new Blob([`# ${title}\n\n${content}`], { type: 'text/markdown' }), `${name}.md`)
}
