/** Changed only functions, which are in `db/functions` today. The name stays, because databases have run it. */
export async function authorFirst(): Promise<void> {}
