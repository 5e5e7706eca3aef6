import { UPLOAD_USES_MAX } from '@galley/contract/limits'
import type { UploadUseType } from '@galley/contract/writing/images'
import { sql } from 'kysely'
import type { Db } from '../../platform/db/connection/database.ts'
import { readablePost } from '../../platform/db/readable-post.ts'

export interface UseRow {
  readonly image_id: string
  readonly type: UploadUseType
  readonly id: string
  readonly title: string | null
  /** Whether readers see it, will see it at its scheduled time, or have seen it. */
  readonly is_shown: boolean
}

/** What everybody can read. */
const PUBLIC_POST = readablePost('p', 'a')

/** Readers see it, will see it at its scheduled time, or have seen it. */
const SHOWN_POST = sql.raw("(p.status in ('published', 'scheduled') or p.published_at is not null)")

/**
 * What shows the images: the caller's own posts (also deleted ones, which can be restored), comments and profile, and of
 * other people only what everybody can see: a series is seen if it has a public post.
 */
export async function findUses(db: Db, userId: string, imageIds: readonly string[]): Promise<UseRow[]> {
  const { rows } = await sql<UseRow>`
    select image_id, type, id, title, is_shown from (
      select u.image_id, u.kind as type, u.ref_id as id, case u.kind when 'post' then p.title when 'series' then s.title end as title,
        case u.kind when 'post' then ${SHOWN_POST}
          when 'series' then exists (select from posts p where p.series_id = s.id and ${SHOWN_POST}) else true end as is_shown,
        row_number() over (partition by u.image_id order by u.kind, u.ref_id desc) as place
      from image_uses u
      left join comments c on u.kind = 'comment' and c.id = u.ref_id
      left join series s on u.kind = 'series' and s.id = u.ref_id
      left join posts p on p.id = case u.kind when 'post' then u.ref_id when 'comment' then c.post_id end
      left join users a on a.id = case u.kind when 'profile' then u.ref_id when 'comment' then c.user_id when 'series' then s.author_id else p.author_id end
      where u.image_id = any(${imageIds}) and (a.id = ${userId} or case u.kind
        when 'profile' then a.suspended_at is null
        when 'series' then exists (select from posts p where p.series_id = s.id and p.visibility = 'public' and ${PUBLIC_POST})
        when 'comment' then c.hidden_at is null and ${PUBLIC_POST}
        else ${PUBLIC_POST} end)
    ) uses where place <= ${UPLOAD_USES_MAX} order by image_id, place`.execute(db)
  return rows
}
