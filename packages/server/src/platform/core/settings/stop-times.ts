/**
 * How long running requests, jobs and deliveries may take to finish after a stop was requested. Most supervisors kill
 * after ten seconds; the remaining time is for the database.
 */
export const FINISH_WITHIN_MS = 7000
