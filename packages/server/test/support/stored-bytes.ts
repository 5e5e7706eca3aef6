import { sql } from 'kysely'

const others = (of: (field: string) => string) =>
  ['subtitle', 'seo_title', 'meta_description', 'thumbnail_url', 'cover_image_url', 'canonical_url']
    .map(field => `coalesce(octet_length(${of(field)}), 0)`)
    .join(' + ')

/** The accounts whose stored bytes are not what was counted. */
export const MISCOUNTED_BYTES = sql`
  select * from (
    select user_id, sum(texts)::bigint as texts, sum(uploads)::bigint as uploads from (
      select author_id as user_id, octet_length(title) + octet_length(content) + ${sql.raw(others(field => field))}
        + octet_length(array_to_string(tags, '')) as texts, 0 as uploads from posts
      union all select p.author_id, octet_length(r.title) + octet_length(r.content)
        + ${sql.raw(others(field => `r.fields->>'${field}'`))}
        + (select coalesce(sum(octet_length(tag)), 0) from jsonb_array_elements_text(r.fields->'tags') tag), 0
      from post_revisions r join posts p on p.id = r.post_id
      union all select user_id, octet_length(content), 0 from comments
      union all select user_id, 0, file_size from uploads where deleted_at is null
    ) stored group by 1 having sum(texts) + sum(uploads) > 0
  ) rows full join (
    select user_id, sum(texts_bytes)::bigint as texts, sum(uploads_bytes)::bigint as uploads from storage_use
    group by 1 having sum(texts_bytes) <> 0 or sum(uploads_bytes) <> 0
  ) kept using (user_id)
  where (rows.texts, rows.uploads) is distinct from (kept.texts, kept.uploads)`
