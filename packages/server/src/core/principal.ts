import type { Plan } from '@galley/contract/plans'

/** Who is asking, proved by a credential, and what their own answers say of them. */
export interface Principal {
  readonly userId: string
  readonly username: string
  readonly displayName: string
  readonly avatarUrl: string | null
  readonly plan: Plan
  readonly credential: { readonly kind: 'session' | 'token'; readonly id: string }
}
