interface Hidden {
  readonly hidden_at: Date | null
  readonly hidden_reason: string | null
}

/** What an admin wants: to hide something for a reason, or to show it again. */
export type Visibility = { readonly hide: true; readonly reason: string } | { readonly hide: false }

/** The new state, or undefined if nothing changes. A new reason keeps the time. */
export function hiddenAfter(before: Hidden, wanted: Visibility, now: Date): Hidden | undefined {
  if (!wanted.hide) return before.hidden_at === null ? undefined : { hidden_at: null, hidden_reason: null }
  if (before.hidden_at !== null && before.hidden_reason === wanted.reason) return undefined
  return { hidden_at: before.hidden_at ?? now, hidden_reason: wanted.reason }
}
