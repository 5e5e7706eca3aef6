import type { Nodes, Paragraph, Parents } from 'mdast'

/**
 * Makes a paragraph of each displayed formula that is alone on its line, and of what is before and after it. On a line within a
 * paragraph, the site would read it as a block, and show the sign of the line break before it.
 */
export function splitFormulas(parent: Parents): void {
  parent.children = (parent.children as Nodes[]).flatMap((child): Nodes[] => {
    if (child.type === 'paragraph') return split(child)
    if ('children' in child) splitFormulas(child)
    return [child]
  }) as never
}

function split(paragraph: Paragraph): Paragraph[] {
  const { children } = paragraph
  const isEdge = (index: number): boolean => children[index] === undefined || children[index].type === 'break'
  const parts: Paragraph['children'][] = [[]]
  for (const [index, child] of children.entries()) {
    const isFormula = child.type === 'inlineMath' && child.value.startsWith('$$')
    if (isFormula && isEdge(index - 1) && isEdge(index + 1)) parts.push([child], [])
    else parts.at(-1)?.push(child)
  }
  return parts.length === 1 ? [paragraph] : parts.map(part => ({ ...paragraph, children: part }))
}
