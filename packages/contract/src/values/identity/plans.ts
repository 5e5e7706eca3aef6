/** All plans, lowest first: a higher one includes everything of the lower ones. */
export const PLANS = ['free', 'premium', 'pro_plus'] as const
export type Plan = (typeof PLANS)[number]

/** The lowest plan that includes each capability. */
export const CAPABILITIES = {
  bearer: 'premium',
  webhooks: 'premium',
  paid_posts: 'pro_plus',
} as const satisfies Record<string, Plan>
export type Capability = keyof typeof CAPABILITIES

export const planAllows = (plan: Plan, capability: Capability): boolean =>
  PLANS.indexOf(plan) >= PLANS.indexOf(CAPABILITIES[capability])
