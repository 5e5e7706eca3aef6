import { foldText } from '../text/fold.ts'
import { plainTextOf } from '../text/plain-text.ts'
import { stem } from '../text/stem.ts'
import { eachTerm, termOf } from '../text/terms.ts'
import { camelParts, withoutHyphens } from '../text/words.ts'

/** More words of a very long post are not found. */
const TERMS_MAX = 12_000

export interface IndexedPost {
  readonly id: string
  readonly author_id: string
  readonly title: string
  readonly subtitle: string | null
  readonly tags: readonly string[]
  readonly content: string
  /** What everybody may read of a paid post. */
  readonly free_content: string | null
  readonly content_sha256: Buffer
  readonly is_paid: boolean
}

export interface SearchDocument {
  readonly post_id: string
  /** `free` has only text that everybody may read once the post is listed; `whole` is for the author of a paid post. */
  readonly part: 'free' | 'whole'
  readonly content_sha256: Buffer
  readonly is_paid: boolean
  readonly terms: readonly number[]
}

/** One document of a post, or two if it is a paid post: one for everybody, one for its author. */
export function documentsOf(post: IndexedPost): SearchDocument[] {
  if (!post.is_paid) return [documentOf(post, 'free', post.content)]
  return [documentOf(post, 'free', post.free_content ?? ''), documentOf(post, 'whole', post.content)]
}

function documentOf(post: IndexedPost, part: SearchDocument['part'], markdown: string): SearchDocument {
  const { body, headings } = plainTextOf(markdown)
  return {
    post_id: post.id,
    part,
    content_sha256: post.content_sha256,
    is_paid: post.is_paid,
    terms: termsOf(post, body, headings),
  }
}

/** Everything in a text that can be searched for, and other spellings of its names. */
function eachName(text: string, add: (term: string) => void): void {
  const folded = foldText(text)
  eachTerm(folded, add)
  for (const name of [...camelParts(text), ...withoutHyphens(folded)]) add(stem(name))
}

/** The terms of the title come first, so that they are kept if there are too many. */
function termsOf({ author_id, title, subtitle, tags }: IndexedPost, text: string, headings: string): number[] {
  const terms = new Set<number>([termOf('author', author_id)])
  for (const tag of tags) terms.add(termOf('tag', foldText(tag)))
  const head = [title, subtitle ?? '', ...tags, headings].join('\n')
  const addText = (term: string) => {
    if (terms.size < TERMS_MAX) terms.add(termOf('text', term))
  }
  const addHead = (term: string) => {
    if (terms.size < TERMS_MAX) terms.add(termOf('head', term)).add(termOf('text', term))
  }
  eachName(head, addHead)
  eachName(text, addText)
  return [...terms]
}
