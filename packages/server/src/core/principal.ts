import type { Plan } from '@galley/contract/plans'

/** Who is asking, proved by a credential. */
export interface Principal {
  readonly userId: string
  readonly username: string
  readonly plan: Plan
  readonly credential: { readonly kind: 'session' | 'token'; readonly id: string }
}
