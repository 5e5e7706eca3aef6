import type { Plan } from '@galley/contract/plans'

/** The authenticated account of a request, with the fields of its profile. */
export interface Principal {
  readonly userId: string
  readonly username: string
  readonly displayName: string
  readonly avatarUrl: string | null
  readonly plan: Plan
  readonly credential: { readonly kind: 'session' | 'token'; readonly id: string }
}
