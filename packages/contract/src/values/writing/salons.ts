export const SALON_ROLES = ['owner', 'admin', 'member'] as const
export type SalonRole = (typeof SALON_ROLES)[number]
