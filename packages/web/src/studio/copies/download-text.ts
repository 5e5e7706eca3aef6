import { download } from '../download.ts'
import type { Draft } from './draft.ts'

/** Downloads a text as a Markdown file. */
export function downloadText({ title, content }: Draft): void {
  const name = title.replace(/[\\/:*?"<>|\s]+/g, '-').slice(0, 60) || 'text'
  download(new Blob([`# ${title}\n\n${content}`], { type: 'text/markdown' }), `${name}.md`)
}
