import assert from 'node:assert/strict'
import type { Delivery, RegisteredWebhook, Webhook } from '@galley/contract/schemas/delivery/webhooks'
import type { Client } from './client.ts'
import type { Received, Receiver } from './receiver.ts'

export const WEBHOOKS = '/api/v1/webhooks'

export async function registerWebhook(
  client: Client,
  url: string,
  fields: Record<string, unknown> = {},
): Promise<RegisteredWebhook> {
  const response = await client.post(WEBHOOKS, { url, event_types: ['post.created'], ...fields })
  assert.equal(response.status, 201, JSON.stringify(response.body))
  return response.body
}

export async function readWebhook(client: Client, id: string): Promise<Webhook> {
  const response = await client.get(`${WEBHOOKS}/${id}`)
  assert.equal(response.status, 200, JSON.stringify(response.body))
  return response.body
}

export async function changeWebhook(client: Client, id: string, change: Record<string, unknown>): Promise<Webhook> {
  const response = await client.patch(`${WEBHOOKS}/${id}`, change)
  assert.equal(response.status, 200, JSON.stringify(response.body))
  return response.body
}

/** The delivery log, newest first. */
export async function deliveriesOf(client: Client, id: string, query = '?limit=100'): Promise<Delivery[]> {
  const response = await client.get(`${WEBHOOKS}/${id}/deliveries${query}`)
  assert.equal(response.status, 200, JSON.stringify(response.body))
  return response.body.deliveries
}

/** The requests received on one path. */
export const arrivedAt = (receiver: Receiver, path: string): Received[] =>
  receiver.received.filter(received => received.path === path)
