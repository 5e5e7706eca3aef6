import assert from 'node:assert/strict'
import type { Series } from '@galley/contract/schemas/writing/series'
import type { Client } from '../client.ts'

export const SERIES = '/api/v1/series'

export async function createSeries(client: Client, fields: Record<string, unknown> = {}): Promise<Series> {
  const response = await client.post(SERIES, { title: 'A year of rain', ...fields })
  assert.equal(response.status, 201, JSON.stringify(response.body))
  return response.body
}

/** The fields of a post that joins a series. */
export const entryOf = ({ id }: Series, position: number | null = null) => ({
  post_type: 'series_entry',
  series_id: id,
  series_position: position,
})
