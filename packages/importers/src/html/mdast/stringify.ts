import type { Delete, Emphasis, Nodes, Parents, Root, Strong, Text } from 'mdast'
import { gfmFootnoteToMarkdown } from 'mdast-util-gfm-footnote'
import { gfmStrikethroughToMarkdown } from 'mdast-util-gfm-strikethrough'
import { gfmTableToMarkdown } from 'mdast-util-gfm-table'
import { gfmTaskListItemToMarkdown } from 'mdast-util-gfm-task-list-item'
import { defaultHandlers, type Handle, type Info, type State, toMarkdown } from 'mdast-util-to-markdown'
import { digitAsEntity, type Formula } from '../formulas.ts'
import type { RawBlock } from '../raw-html.ts'

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
      delete: attention('~~', 'del'),
      break: lineBreak,
      rawBlock: (node: RawBlock) => node.value,
      inlineMath: Object.assign((node: Formula) => node.value, { peek: () => '$' }),
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

/**
 * An item is loose, with blank lines between its blocks, only if it has to be: a paragraph or HTML behind another block would
 * be read as part of it, and the site shows the caption of an image only in a paragraph.
 */
function tightenLists(node: Nodes): void {
  if (!('children' in node)) return
  node.children.forEach(tightenLists)
  if (node.type === 'listItem') {
    const [first, ...others]: Nodes[] = node.children
    const isRaw = (node.children as Nodes[]).some(({ type }) => type === 'rawBlock')
    node.spread = others.some(({ type }) => isRaw || type === 'paragraph') || hasCaption(first)
  }
  if (node.type === 'list') node.spread = node.children.some(({ spread }) => spread === true)
}

const hasCaption = (node: Nodes | undefined): boolean =>
  node?.type === 'paragraph' && node.children[0]?.type === 'image' && Boolean(node.children[0].title)

/**
 * The sign of a comment as an entity: after a backslash, the paywall marker would still be one. So is a digit right behind a
 * formula, which the site would not read as one otherwise.
 */
function text(node: Text, _parent: Parents | undefined, state: State, info: Info): string {
  const safe = state.safe(node.value, info).replaceAll('\\<!--', '&lt;!--')
  return info.before === '$' ? safe.replace(/^\d/, digitAsEntity) : safe
}

/** A cell of a table is one line. */
const lineBreak: Handle = (node, parent, state, info) =>
  state.stack.includes('tableCell') ? '<br>' : defaultHandlers.break(node, parent, state, info)

const WORD = /[\p{L}\p{N}]/u
const BETWEEN_WORDS = /^[\s\p{P}\p{S}]?$/u
const WIDE = /[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Han}\u3000-\u303f\uff00-\uffef]/u

/**
 * Bold, italics and deleted text. The signs have an effect only beside certain characters; elsewhere tags are written. The
 * library would write the neighbouring characters as codes instead, which nobody can edit in Japanese text.
 */
function attention(marker: string, tag: string): Handle {
  const sign = marker[0] ?? ''
  const handle = (node: Strong | Emphasis | Delete, _parent: Parents | undefined, state: State, info: Info): string => {
    const inner = state.containerPhrasing(node, { ...state.createTracker(info).current(), before: sign, after: sign })
    const first = [...inner][0] ?? ''
    const last = [...inner].at(-1) ?? ''
    const isPlain =
      inner.trim() === inner &&
      inner !== '' &&
      !isMarker(node.children[0]) &&
      !isMarker(node.children.at(-1)) &&
      works(info.before, first, sign) &&
      works(info.after, last, sign)
    return isPlain ? marker + inner + marker : `<${tag}>${inner}</${tag}>`
  }
  // The character that it begins with, for what is written before it.
  return Object.assign(handle as Handle, { peek: () => sign })
}

const isMarker = (node: Nodes | undefined): boolean =>
  node !== undefined && ['strong', 'emphasis', 'delete'].includes(node.type)

/** `outside` is the character beside the marker, or several; only the nearest is relevant. */
function works(outside: string, inside: string, sign: string): boolean {
  const beside = outside.at(-1) ?? ''
  if (beside === sign) return false
  return WORD.test(inside) || WIDE.test(inside) || BETWEEN_WORDS.test(beside) || WIDE.test(beside)
}
