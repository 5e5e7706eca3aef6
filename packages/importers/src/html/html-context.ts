import type { ImageReference } from '../imported-post.ts'
import type { Problem } from '../problems/problem.ts'

/** What the conversion of one post needs to know, and what it finds out. */
export interface HtmlContext {
  /** The address of an image of the text; undefined if it is not one. */
  readonly resolveImage: (source: string) => ImageReference | undefined
  /** The address of a link. */
  readonly resolveLink: (href: string) => string
  /** Tells the author what was not taken over as it was. A repeated problem counts once. */
  readonly report: (problem: Problem) => void
}
