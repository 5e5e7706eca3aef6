/** The database cannot be used in this way; only the message is shown, which says what to change. */
export class UnusableDatabaseError extends Error {
  override readonly name = 'UnusableDatabaseError'
}
