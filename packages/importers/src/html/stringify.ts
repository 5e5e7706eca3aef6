import type { Emphasis, Nodes, Parents, Root, Strong, Text } from 'mdast'
import { gfmFootnoteToMarkdown } from 'mdast-util-gfm-footnote'
import { gfmStrikethroughToMarkdown } from 'mdast-util-gfm-strikethrough'
import { gfmTableToMarkdown } from 'mdast-util-gfm-table'
import { gfmTaskListItemToMarkdown } from 'mdast-util-gfm-task-list-item'
import { type Handle, type Info, type State, toMarkdown } from 'mdast-util-to-markdown'
import type { RawBlock } from './raw-html.ts'

/** Writes Markdown for the parser of the site. */
export function stringify(tree: Root): string {
  tightenLists(tree)
  return toMarkdown(tree, {
    bullet: '-',
    rule: '-',
    fences: true,
    incrementListMarker: true,
    listItemIndent: 'one',
    extensions: [
      gfmFootnoteToMarkdown(),
      gfmStrikethroughToMarkdown(),
      gfmTableToMarkdown({ tablePipeAlign: false }),
      gfmTaskListItemToMarkdown(),
    ],
    handlers: {
      strong: attention('**', 'strong'),
      emphasis: attention('*', 'em'),
      rawBlock: (node: RawBlock) => node.value,
      text,
    } as Record<string, Handle>,
    unsafe: [
      // Formulas and message boxes of the site.
      { character: '$', inConstruct: 'phrasing' },
      { atBreak: true, character: ':', after: '::' },
    ],
  })
    .replace(/^\n+/, '')
    .trimEnd()
}

/** An item is loose only if it has several paragraphs. */
function tightenLists(node: Nodes): void {
  if (!('children' in node)) return
  node.children.forEach(tightenLists)
  if (node.type === 'listItem') node.spread = node.children.filter(({ type }) => type === 'paragraph').length > 1
  if (node.type === 'list') node.spread = node.children.some(({ spread }) => spread === true)
}

/** The sign of a comment as an entity: after a backslash, the paywall marker would still be one. */
const text = (node: Text, _parent: Parents | undefined, state: State, info: Info): string =>
  state.safe(node.value, info).replaceAll('\\<!--', '&lt;!--')

const WORD = /[\p{L}\p{N}_]/u
const WIDE = /[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Han}\u3000-\u303f\uff00-\uffef]/u

/**
 * Bold and italics. Asterisks have an effect only beside certain characters; elsewhere tags are written. The library would
 * write the neighbouring characters as codes instead, which nobody can edit in Japanese text.
 */
function attention(marker: string, tag: string): Handle {
  const handle = (node: Strong | Emphasis, _parent: Parents | undefined, state: State, info: Info): string => {
    const inner = state.containerPhrasing(node, { ...state.createTracker(info).current(), before: '*', after: '*' })
    const first = [...inner][0] ?? ''
    const last = [...inner].at(-1) ?? ''
    const isPlain =
      inner.trim() === inner &&
      inner !== '' &&
      !isMarker(node.children[0]) &&
      !isMarker(node.children.at(-1)) &&
      works(info.before, first) &&
      works(info.after, last)
    return isPlain ? marker + inner + marker : `<${tag}>${inner}</${tag}>`
  }
  // The character that it begins with, for what is written before it.
  return Object.assign(handle as Handle, { peek: () => '*' })
}

const isMarker = (node: Nodes | undefined): boolean => node?.type === 'strong' || node?.type === 'emphasis'

/** `outside` is the character beside the marker, or several; only the nearest is relevant. */
function works(outside: string, inside: string): boolean {
  const beside = outside.at(-1) ?? ''
  if (beside === '*') return false
  return WORD.test(inside) || WIDE.test(inside) || !WORD.test(beside) || WIDE.test(beside)
}
