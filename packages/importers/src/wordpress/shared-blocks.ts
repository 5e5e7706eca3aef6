import { HTML_MAX_CHARACTERS } from '../html/html-to-markdown.ts'
import { FileError, type Problem } from '../problems/problem.ts'

/** What blocks without a text of their own need to know. */
interface SharedBlockSource {
  /** The text of a block that posts share ("reusable block", "synced pattern"). */
  readonly sharedBlock: (id: string) => string | undefined
  readonly report: (problem: Problem) => void
}

const WITHOUT_TEXT = /<!-- wp:([\w/-]+)\s((?:(?!-->|<!--)[\s\S])*?)\/-->/g
/** They show nothing, or their text is put in elsewhere. */
const NOT_REPORTED = new Set(['footnotes', 'spacer', 'separator', 'paragraph', 'more', 'nextpage'])

/**
 * Puts in the text of shared blocks; one that contains itself is put in once. Other blocks that WordPress fills when it
 * shows a page are reported.
 */
export const insertSharedBlocks = (content: string, source: SharedBlockSource): string =>
  insertInto(content, source, { characters: HTML_MAX_CHARACTERS }, [])

/** `left` is how much may still be put in: blocks that contain each other could be longer than the memory. */
function insertInto(
  content: string,
  source: SharedBlockSource,
  left: { characters: number },
  open: readonly string[],
): string {
  return content.replaceAll(WITHOUT_TEXT, (whole, name: string, attributes: string) => {
    const id = name === 'block' ? /"ref":\s*(\d+)/.exec(attributes)?.[1] : undefined
    const shared = id === undefined || open.includes(id) ? undefined : source.sharedBlock(id)
    if (id !== undefined && shared !== undefined) {
      left.characters -= shared.length
      if (left.characters < 0) throw new FileError({ code: 'text_too_long' })
      return insertInto(shared, source, left, [...open, id])
    }
    if (!NOT_REPORTED.has(name)) source.report({ code: 'block_without_text', values: { block: name } })
    return whole
  })
}
