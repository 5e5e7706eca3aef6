import type { UploadUseType } from '@galley/contract/images'
import { UPLOAD_USES_MAX } from '@galley/contract/limits'
import { sql } from 'kysely'
import type { Db } from '../db/database.ts'

export interface UseRow {
  readonly image_id: string
  readonly type: UploadUseType
  readonly id: string
  readonly title: string | null
  /** Whether readers see it, will see it at its scheduled time, or have seen it. */
  readonly is_shown: boolean
}

/** What everybody can read. */
const PUBLIC_POST = sql.raw("p.status = 'published' and not p.salon_only and a.suspended_at is null")

/**
 * What shows the images: the caller's own posts (also deleted ones, which can be restored), comments and profile, and of
 * other people only what everybody can see.
 */
export async function findUses(db: Db, userId: string, imageIds: readonly string[]): Promise<UseRow[]> {
  const { rows } = await sql<UseRow>`
    select image_id, type, id, title, is_shown from (
      select u.image_id, u.kind as type, u.ref_id as id, case when u.kind = 'post' then p.title end as title,
        u.kind <> 'post' or p.status in ('published', 'scheduled') or p.published_at is not null as is_shown,
        row_number() over (partition by u.image_id order by u.kind, u.ref_id desc) as place
      from image_uses u
      left join comments c on u.kind = 'comment' and c.id = u.ref_id
      left join posts p on p.id = case u.kind when 'post' then u.ref_id when 'comment' then c.post_id end
      left join users a on a.id = case u.kind when 'profile' then u.ref_id when 'comment' then c.user_id else p.author_id end
      where u.image_id = any(${imageIds}) and (a.id = ${userId} or case u.kind
        when 'profile' then a.suspended_at is null else ${PUBLIC_POST} end)
    ) uses where place <= ${UPLOAD_USES_MAX} order by image_id, place`.execute(db)
  return rows
}
