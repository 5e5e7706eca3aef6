import type { Element, Parents, Root } from 'hast'
import { attribute, element, find, isElement, plainText, replaceChild, walk } from './elements.ts'

/** Placeholder elements for a footnote reference and a footnote, until the tree is converted. */
export const NOTE_USE = 'galley-note-use'
export const NOTE = 'galley-note'

interface Place {
  readonly element: Element
  readonly parents: readonly Parents[]
}

/**
 * Finds footnotes: a link to an element that links back to it. This is how all services write them, under different
 * names. Uses and notes are replaced, and what is left of the list of notes is removed.
 */
export function markFootnotes(root: Root): void {
  const ids = new Map<string, Place>()
  const links: Place[] = []
  const visit = (parent: Parents, parents: readonly Parents[]): void => {
    for (const child of parent.children) {
      if (!isElement(child)) continue
      const place = { element: child, parents: [parent, ...parents] }
      const id = attribute(child, 'id') ?? (child.tagName === 'a' ? attribute(child, 'name') : undefined)
      if (id !== undefined) ids.set(id, place)
      if (child.tagName === 'a' && attribute(child, 'href')?.startsWith('#')) links.push(place)
      visit(child, place.parents)
    }
  }
  visit(root, [])
  // All are found before the first is changed, because a note may have several uses.
  const notes = new Map<Element, { readonly number: number; readonly place: Place }>()
  const uses = new Map<Place, number>()
  const usedIds = new Set<string>()
  for (const link of links) {
    // A link to a use leads back.
    const place = usedIds.has(targetOf(link)) ? undefined : noteOf(link, ids)
    if (place === undefined) continue
    const note = notes.get(place.element) ?? { number: notes.size + 1, place }
    notes.set(place.element, note)
    uses.set(link, note.number)
    for (const id of idsOf(link)) usedIds.add(id)
  }
  for (const [link, number] of uses) replaceUse(link, String(number))
  for (const { place } of notes.values()) {
    removeLinksBack(place.element)
    takeOut(place)
  }
  for (const { number, place } of notes.values()) {
    root.children.push(element(NOTE, { id: String(number) }, place.element.children))
  }
}

function replaceUse({ element: link, parents: [parent, grandparent] }: Place, number: string): void {
  const use = element(NOTE_USE, { id: number }, [{ type: 'text', value: number }])
  const isAlone = isElement(parent, 'sup') && plainText(parent).trim() === plainText(link).trim()
  if (isAlone && grandparent !== undefined) replaceChild(grandparent, parent, use)
  else if (parent !== undefined) replaceChild(parent, link, use)
}

const targetOf = (link: Place): string => decode(attribute(link.element, 'href')?.slice(1) ?? '')

/** The names under which a note can link to its use: those of the link and of the elements around it. */
const idsOf = (link: Place): string[] =>
  [link.element, ...link.parents.slice(0, 2)]
    .flatMap(node => (isElement(node) ? [attribute(node, 'id'), attribute(node, 'name')] : []))
    .filter(id => id !== undefined)

const NOTE_TAGS = ['li', 'p', 'div', 'dd', 'aside', 'section']

function noteOf(link: Place, ids: ReadonlyMap<string, Place>): Place | undefined {
  const target = ids.get(targetOf(link))
  if (target === undefined) return undefined
  // Some services set the id on an empty link at the beginning of the note.
  const index = isElement(target.element, ...NOTE_TAGS) ? -1 : 0
  const found = index === -1 ? target : climb(target)
  if (found === undefined || found.parents.includes(link.parents[0] as Parents)) return undefined
  // A heading can link to itself.
  if (link.parents.includes(found.element)) return undefined
  const own = idsOf(link)
  const back = find(found.element, node => {
    const href = node.tagName === 'a' ? attribute(node, 'href') : undefined
    return href?.startsWith('#') === true && own.includes(decode(href.slice(1)))
  })
  return back === undefined ? undefined : found
}

function climb({ parents }: Place): Place | undefined {
  const at = parents.findIndex(parent => isElement(parent, ...NOTE_TAGS))
  const found = parents[at]
  return isElement(found) ? { element: found, parents: parents.slice(at + 1) } : undefined
}

/** Links inside a note that only contain an arrow, or a number at its beginning, lead back. */
function removeLinksBack(note: Element): void {
  walk(note, (node, parent) => {
    if (node.tagName !== 'a' || !attribute(node, 'href')?.startsWith('#')) return
    const before = plainText({ ...note, children: note.children.slice(0, 1) }).trim()
    const text = plainText(node).trim()
    if (!/\p{L}/u.test(text) || before.startsWith(text)) replaceChild(parent, node)
  })
}

/** Removes a note, and the lists and headings around it once they are empty. */
function takeOut({ element: note, parents }: Place): void {
  let child: Element = note
  for (const parent of parents) {
    replaceChild(parent, child)
    const isEmpty = parent.children.every(
      node => isElement(node, 'hr', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6') || plainText(node).trim() === '',
    )
    if (!isElement(parent, 'ol', 'ul', 'dl', 'div', 'section', 'aside', 'footer') || !isEmpty) return
    child = parent
  }
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
