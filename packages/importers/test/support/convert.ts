import { htmlToMarkdown } from '../../src/html/html-to-markdown.ts'
import { describeProblem } from '../../src/problems/describe-problem.ts'

/** The Markdown of HTML, and what is reported. Images keep their addresses. */
export function convert(html: string): { markdown: string; messages: string[] } {
  const messages: string[] = []
  const parts = htmlToMarkdown(html, {
    resolveImage: source => ({ address: source, original: source }),
    resolveLink: href => href,
    report: problem => messages.push(describeProblem(problem, 'en')),
  })
  return { markdown: parts.map(part => (typeof part === 'string' ? part : part.address)).join(''), messages }
}
