/** Who may create an account: anybody, nobody, or whoever has an invitation. */
export const SIGNUPS = ['open', 'closed', 'invite'] as const
export type Signups = (typeof SIGNUPS)[number]
