/**
 * How long requests, jobs and deliveries that run when a stop begins may take to finish. Most supervisors kill after ten
 * seconds; the rest of them is for the database.
 */
export const FINISH_WITHIN_MS = 7000
