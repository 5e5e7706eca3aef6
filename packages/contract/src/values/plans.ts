/** Every plan, lowest first: a higher one has all that a lower one has. */
export const PLANS = ['free', 'premium', 'pro_plus'] as const
export type Plan = (typeof PLANS)[number]

/** The lowest plan that includes each capability. The only place that says so. */
export const CAPABILITIES = {
  bearer: 'premium',
  webhooks: 'premium',
  paid_posts: 'pro_plus',
} as const satisfies Record<string, Plan>
export type Capability = keyof typeof CAPABILITIES

export const planAllows = (plan: Plan, capability: Capability): boolean =>
  PLANS.indexOf(plan) >= PLANS.indexOf(CAPABILITIES[capability])
