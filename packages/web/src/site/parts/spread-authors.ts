import type { PublicPostItem } from '@galley/client'

const IN_A_ROW_MAX = 2

/**
 * The same posts, with at most two of one author in a row as long as there are others: the next post of another author
 * comes first. Everything else keeps its order.
 */
export function spreadAuthors<P extends Pick<PublicPostItem, 'author'>>(posts: readonly P[]): P[] {
  const left = [...posts]
  const spread: P[] = []
  while (left.length > 0) {
    const last = spread.slice(-IN_A_ROW_MAX).map(post => post.author.username)
    const isFull = last.length === IN_A_ROW_MAX && new Set(last).size === 1
    const other = isFull ? left.findIndex(post => post.author.username !== last[0]) : 0
    spread.push(...left.splice(Math.max(other, 0), 1))
  }
  return spread
}
