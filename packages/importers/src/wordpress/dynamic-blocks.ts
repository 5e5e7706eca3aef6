/** What blocks without a text of their own need to know. */
interface Surroundings {
  /** The text of a block that posts share ("reusable block", "synced pattern"). */
  readonly sharedBlock: (id: string) => string | undefined
  readonly report: (message: string) => void
}

const WITHOUT_TEXT = /<!-- wp:([\w/-]+)((?:(?!-->|<!--)[\s\S])*?)\/-->/g
/** They show nothing, or their text is put in elsewhere. */
const NOT_REPORTED = new Set(['footnotes', 'spacer', 'separator', 'paragraph', 'more', 'nextpage'])
const MOST_LEVELS = 5

/** Puts in the text of shared blocks. Other blocks that WordPress fills when it shows a page are reported. */
export function insertSharedBlocks(content: string, surroundings: Surroundings, level = 0): string {
  return content.replaceAll(WITHOUT_TEXT, (whole, name: string, attributes: string) => {
    const id = name === 'block' ? /"ref":\s*(\d+)/.exec(attributes)?.[1] : undefined
    const shared = id === undefined || level === MOST_LEVELS ? undefined : surroundings.sharedBlock(id)
    if (shared !== undefined) return insertSharedBlocks(shared, surroundings, level + 1)
    if (!NOT_REPORTED.has(name)) surroundings.report(`The block "${name}" has no text in the export.`)
    return whole
  })
}
