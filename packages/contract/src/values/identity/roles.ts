/** An admin may do what concerns the whole installation. */
export const ROLES = ['user', 'admin'] as const
export type Role = (typeof ROLES)[number]
