import type { MarkdownIt, StateInline } from 'markdown-it'
import type { Extension } from './extension.ts'

/**
 * `@[youtube](id)`, `@[card](address)` and similar (Zenn) become links: nothing of other sites is loaded with a page. Other
 * names stay as they are.
 */
export const embeds: Extension = { plugin: addRules }

const EMBED = /@\[([a-z]{1,20})\]\(([^\s()<>"]{1,2000})\)/y

/** The address of a page by its id, for services that are named by ids. */
const BY_ID: Readonly<Record<string, (id: string) => string>> = {
  youtube: id => `https://www.youtube.com/watch?v=${encodeURIComponent(id)}`,
  slideshare: id => `https://www.slideshare.net/slideshow/embed_code/key/${encodeURIComponent(id)}`,
  speakerdeck: id => `https://speakerdeck.com/player/${encodeURIComponent(id)}`,
}
const NAMES = new Set([
  ...Object.keys(BY_ID),
  ...'card tweet x gist github codepen jsfiddle codesandbox stackblitz figma docswell blueprintue'.split(' '),
])

function addRules(markdown: MarkdownIt): void {
  markdown.inline.ruler.before('link', 'embed', readEmbed)
}

function readEmbed(state: StateInline, silent: boolean): boolean {
  EMBED.lastIndex = state.pos
  const [whole, name = '', target = ''] = EMBED.exec(state.src) ?? []
  if (whole === undefined || !NAMES.has(name)) return false
  const address = /^https?:\/\//i.test(target)
    ? target
    : /^[\w-]{1,100}$/.test(target)
      ? BY_ID[name]?.(target)
      : undefined
  if (address === undefined) return false
  const href = state.md.normalizeLink(address)
  if (!state.md.validateLink(href)) return false
  if (!silent) {
    const open = state.push('link_open', 'a', 1)
    open.attrs = [['href', href]]
    open.info = 'auto'
    state.push('text', '', 0).content = state.md.normalizeLinkText(address)
    state.push('link_close', 'a', -1)
  }
  state.pos += whole.length
  return true
}
