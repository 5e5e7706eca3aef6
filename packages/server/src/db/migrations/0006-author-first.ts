import { type Kysely, sql } from 'kysely'

/**
 * A new post that is published waits for its author's row before it takes any other lock. Those who hold that row, to make
 * an author's calls queue up, want the counts next: in the other order, each would have what the other one waits for.
 */
export async function authorFirst(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function wait_for_author() returns trigger language plpgsql as $$
    begin
      -- Nobody sees a new post yet, so a suspension under way could not take it along: it has to be waited for.
      perform from users where id = new.author_id for share;
      return new;
    end $$`.execute(db)
  await sql`
    create trigger author_first before insert on posts for each row
    when (new.status = 'published') execute function wait_for_author()`.execute(db)
  await sql`
    create or replace function sync_listing() returns trigger language plpgsql as $$
    begin
      if tg_op = 'DELETE' then
        perform relist(old, old, false);
        return old;
      end if;
      perform relist(case when tg_op = 'UPDATE' then old else new end, new, post_is_listed(new));
      return null;
    end $$`.execute(db)
}
