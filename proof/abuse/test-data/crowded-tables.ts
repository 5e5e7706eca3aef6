import type { Db } from '@galley/server/testing/installation'
import { sql } from 'kysely'

/** Fills the large tables with copies of the account's rows, 90 % of them its own, without triggers and checks. */
export async function crowdedTables(
  db: Db,
  rows: number,
  account: string,
  own: { readonly post: string; readonly webhook: string },
): Promise<void> {
  await db.connection().execute(async session => {
    const run = (text: string) => sql.raw(text).execute(session)
    const copy = async (table: string, values: string, where = 'true') => {
      const { rows } = await sql<{ name: string }>`
        select quote_ident(attname) as name from pg_attribute where attrelid = ${table}::regclass and attnum > 0
          and not attisdropped and attgenerated = '' and attidentity = '' order by attnum`.execute(session)
      const columns = rows.map(({ name }) => name)
      await run(`
        insert into ${table} (${columns.join()}) select ${columns.map(name => `copy.${name}`).join()}
        from (select t as row from ${table} t where ${where} limit 1) one cross join many
        cross join lateral jsonb_populate_record(one.row, jsonb_build_object('created_at', at, ${values})) copy
        on conflict do nothing`)
    }
    await run(
      'set session_replication_role = replica; set statement_timeout = 0; set auto_explain.log_min_duration = -1',
    )
    await run(`
      create temporary table many as
      select i, uuidv7() as id, uuidv7() as post, case when i % 10 = 0 then uuidv7() else '${account}' end as owner,
        uuidv7() as other, now() - i * interval '1 minute' as at, '\\x' || md5(i::text) as hash
      from generate_series(1, ${rows}) i`)
    await copy(
      'users',
      `'id', other, 'username', 'other_' || i, 'email', 'e_' || i, 'role', 'user'`,
      `id = '${account}'`,
    )
    const names = `'slug', 'slug-' || i, 'external_id', 'x-' || i, 'published_at', at, 'updated_at', at`
    await copy('posts', `'id', post, 'author_id', owner, ${names}`, `id = '${own.post}'`)
    await run(`
      insert into listings select unnest(post_scopes(author_id, category, tags)), id, published_at, category, 0
      from posts where status = 'published' on conflict do nothing;
      insert into trending select scope, published_at, post_id, category, 1 from listings on conflict do nothing`)
    await copy(
      'post_revisions',
      `'id', id, 'post_id', case when i <= 100 then '${own.post}' else post end`,
      'not is_pending',
    )
    await copy('events', `'id', id, 'author_id', owner, 'post_id', post, 'event_id', id`, 'post_id is not null')
    const hook = `case when i % 10 = 0 then other else '${own.webhook}' end`
    await copy('deliveries', `'event_row', id, 'id', id, 'webhook_id', ${hook}, 'event_id', id`)
    await run(`
      insert into undelivered (delivery_id, webhook_id, status, created_at)
      select id, webhook_id, 'failed', created_at from deliveries on conflict do nothing`)
    for (const table of ['likes', 'saves', 'resonances'])
      await run(`
        insert into ${table} (post_id, user_id, created_at) select post, '${account}', at from many
        union all select '${own.post}', other, at from many where i % 10 = 0`)
    await run(`
      insert into follows (followee_id, follower_id, created_at) select '${account}', other, at from many where i % 2 = 0
      union all select other, '${account}', at from many where i % 2 = 0`)
    await copy(
      'comments',
      `'id', id, 'user_id', owner, 'post_id', case when i % 10 = 0 then post else '${own.post}' end`,
    )
    await copy('uploads', `'id', id, 'user_id', owner, 'path', id, 'sha256', hash, 'stored_sha256', hash`)
    await run(`insert into image_uses (image_id, kind, ref_id) select id, 'post', post from many`)
    await run(`
      insert into notifications (id, user_id, kind, actor_id, post_id, created_at)
      select id, owner, 'like', other, post, at from many`)
    await copy('purchases', `'id', id, 'user_id', owner, 'post_id', post, 'author_id', '${account}', 'checkout_ref', i`)
    await copy('redirects', `'id', id, 'user_id', owner, 'path', '/p/' || i, 'post_id', post`)
    await copy('reports', `'id', id, 'reporter_id', owner, 'post_id', post`)
    await copy('preview_links', `'id', id, 'post_id', post`)
    await run(`
      insert into audit_log (id, actor_id, via, action, target_type, target_id, created_at)
      select id, '${account}', 'api', 'post.hide', 'post', post, at from many;
      insert into agent_calls (id, user_id, client_name, tool, post_id, is_error, created_at)
      select id, owner, 'a', 'b', post, false, at from many;
      insert into idempotency_keys (user_id, key, request_hash) select owner, i, '\\x00' from many;
      insert into engagement_hours (post_id, hour, views, author_id)
      select post, date_trunc('hour', at), 1, owner from many;
      insert into mails (id, user_id, address, kind, state, expires_at, created_at)
      select id, owner, 'a@example.com', 'notification', 'sent', at, at from many`)
    await run(
      'drop table many; reset session_replication_role; reset statement_timeout; reset auto_explain.log_min_duration',
    )
    await run('analyze')
  })
}
