const keyOf = (userId: string): string => `galley-onboarded:${userId}`

/** Whether this person has finished or skipped the first steps in this browser. */
export function isOnboarded(userId: string): boolean {
  try {
    return localStorage.getItem(keyOf(userId)) !== null
  } catch {
    // A browser that stores nothing would ask each time.
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
