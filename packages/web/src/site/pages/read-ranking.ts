import { ApiError, type Client, type Ranking } from '@galley/client'
import type { RankingType } from '@galley/contract/posts/public'

/** A ranking, or null in a new installation where none has been computed yet. */
export async function readRanking(client: Client, type: RankingType, limit: number): Promise<Ranking | null> {
  try {
    return await client.public.ranking({ type, limit })
  } catch (error) {
    if (error instanceof ApiError && error.status === 503) return null
    throw error
  }
}
