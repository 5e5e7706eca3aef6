import type { Draft } from './draft.ts'

/** Downloads a text as a Markdown file. */
export function downloadText({ title, content }: Draft): void {
  const address = URL.createObjectURL(new Blob([`# ${title}\n\n${content}`], { type: 'text/markdown' }))
  const link = document.createElement('a')
  link.href = address
  link.download = `${title.replace(/[\\/:*?"<>|\s]+/g, '-').slice(0, 60) || 'text'}.md`
  link.click()
  URL.revokeObjectURL(address)
}
