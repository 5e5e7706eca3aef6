const keyOf = (userId: string): string => `galley-onboarded:${userId}`

/** Whether this user has finished or skipped the first steps in this browser. */
export function isOnboarded(userId: string): boolean {
  try {
    return localStorage.getItem(keyOf(userId)) !== null
  } catch {
    // Without storage the steps would be shown each time.
    return true
  }
}

export function rememberOnboarded(userId: string): void {
  try {
    localStorage.setItem(keyOf(userId), new Date().toISOString())
  } catch {
    // See above.
  }
}
