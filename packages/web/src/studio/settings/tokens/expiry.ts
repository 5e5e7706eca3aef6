/** How long a token is valid: some days, until a chosen time, or without a limit. */
export type Expiry = '7' | '30' | '90' | '365' | 'chosen' | 'never'

const DAY_MS = 86_400_000

/** null: it does not expire. undefined: no time was chosen yet. */
export function expiryOf(expiry: Expiry, chosen: Date | undefined): string | null | undefined {
  if (expiry === 'never') return null
  if (expiry === 'chosen') return chosen?.toISOString()
  return new Date(Date.now() + Number(expiry) * DAY_MS).toISOString()
}
