/** So long has what runs when a stop begins. Most supervisors grant ten seconds; the rest of them is for the database. */
export const FINISH_WITHIN_MS = 8000
