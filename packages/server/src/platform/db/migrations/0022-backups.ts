import { type Kysely, sql } from 'kysely'

/** The results of backups, and an order of events that goes on after a backup is restored into another cluster. */
export async function backups(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table backup_runs (
      id uuid primary key,
      started_at timestamptz(3) not null default now(),
      -- Null while it runs, and for ever if its process was killed.
      finished_at timestamptz(3),
      location text not null,
      bytes bigint,
      error text
    )`.execute(db)
  await sql`create index backup_runs_time on backup_runs (started_at)`.execute(db)

  // Positions of events are transaction ids. Those of another cluster may be lower than what readers have seen already.
  await sql`
    create table event_positions (
      one boolean primary key default true check (one),
      ahead bigint not null default 0
    )`.execute(db)
  await sql`insert into event_positions default values`.execute(db)
}
