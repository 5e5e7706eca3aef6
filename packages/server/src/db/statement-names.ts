import pg from 'pg'

/** Far more than the code has. Some texts depend on what a caller chose: beyond this number, they go without a name. */
const MOST_NAMES = 200

/**
 * A name for each text of a statement. Under a name, PostgreSQL parses a statement once for each connection and keeps its plan,
 * which for most of ours takes twice as long to make as to carry out.
 */
export class StatementNames {
  readonly #names = new Map<string, string>()
  #given = 0

  nameOf(text: string): string | undefined {
    const known = this.#names.get(text)
    if (known !== undefined || this.#names.size >= MOST_NAMES) return known
    const name = `galley_${this.#given++}`
    this.#names.set(text, name)
    return name
  }

  /** From now on every text has a new name, and so a new plan. */
  renew(): void {
    this.#names.clear()
  }
}

/**
 * The plan under a name is of no use any more; under a new name the statement works. Either a migration, by a newer node for
 * instance, has changed its columns, or `pg` has closed it after a value that it could not write.
 */
export function isStalePlan(error: unknown): boolean {
  if (!(error instanceof pg.DatabaseError)) return false
  return (error.code === '0A000' && error.routine === 'RevalidateCachedQuery') || error.code === '26000'
}
