import type { Endpoint } from '@galley/contract/endpoint'
import { endpoints } from '@galley/contract/endpoints'
import type { RateLimits } from '../core/rate-limits.ts'

/** Endpoints with a limit of their own, beside the one on all requests. */
export const limitsByEndpoint: ReadonlyMap<Endpoint | undefined, keyof RateLimits> = new Map<
  Endpoint,
  keyof RateLimits
>([
  [endpoints.signUp, 'signups'],
  [endpoints.logIn, 'logins'],
  [endpoints.testWebhook, 'pings'],
  [endpoints.uploadImage, 'uploads'],
  [endpoints.setThumbnail, 'uploads'],
])
